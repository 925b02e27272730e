import { withMessages } from '#web/shared/load-code.ts'

/** Loads the entry of the awards in the user menu with its text. */
export const loadAwardsMenuItem = withMessages(() => import('./AwardsMenuItem.tsx'), 'organization')
