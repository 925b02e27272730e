import type { QueryClient } from '@tanstack/react-query'
import { profileQuery } from '#web/features/profiles/api/queries.ts'
import { shopQuery } from '#web/features/shop/api/queries.ts'
import { postsQuery } from '#web/shared/posts/posts.api.ts'

/**
 * Begins to ask for what a screen shows first, beside its code: when one goes there, or a hand
 * comes near a link to it. Only what was never asked for: a screen asks again by itself, and for as
 * many pages as it has.
 */
export function prefetchScreen(
  client: QueryClient,
  screen: 'feed' | 'rewards' | 'profile',
  id = '',
): void {
  const unknown = (queryKey: readonly unknown[]) => client.getQueryState(queryKey) === undefined
  if (screen === 'feed' && unknown(postsQuery({}).queryKey))
    void client.prefetchInfiniteQuery(postsQuery({}))
  if (screen === 'rewards' && unknown(shopQuery.queryKey)) void client.prefetchQuery(shopQuery)
  if (screen === 'profile' && unknown(profileQuery(id).queryKey))
    void client.prefetchQuery(profileQuery(id))
}
