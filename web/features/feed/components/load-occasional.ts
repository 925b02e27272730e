/** Loads the parts of the feed that most visits do not show. */
export const loadOccasional = () => import('./occasional.ts')
