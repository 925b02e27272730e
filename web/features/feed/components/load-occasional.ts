import { withMessages } from '#web/shared/load-code.ts'

/** Loads the parts of the feed that most visits do not show. */
export const loadOccasional = withMessages(() => import('./occasional.ts'), 'charts')
