import type { QueryClient } from '@tanstack/react-query'
import type { RangeSearch } from '#web/features/dashboard/date-range.ts'
import { profileQuery } from '#web/features/profiles/api/queries.ts'
import { shopQuery } from '#web/features/shop/api/queries.ts'
import { postsQuery } from '#web/shared/posts/posts.api.ts'

/**
 * Prefetches the first query of a screen in parallel with its code, on navigation or on hover of a
 * link. Known queries are skipped, because the screen refetches them itself.
 */
export function prefetchScreen(
  client: QueryClient,
  screen: 'feed' | 'rewards' | 'profile',
  id = '',
): void {
  const isUnqueried = (queryKey: readonly unknown[]) => client.getQueryState(queryKey) === undefined
  if (screen === 'feed' && isUnqueried(postsQuery({}).queryKey))
    void client.prefetchInfiniteQuery(postsQuery({}))
  if (screen === 'rewards' && isUnqueried(shopQuery.queryKey)) void client.prefetchQuery(shopQuery)
  if (screen === 'profile' && isUnqueried(profileQuery(id).queryKey))
    void client.prefetchQuery(profileQuery(id))
}

/**
 * Starts the slowest queries in parallel with the code of the screen, which would start them later.
 */
export function prefetchDashboard(client: QueryClient, search: RangeSearch): void {
  void import('#web/features/dashboard/prefetch.ts').then(
    ({ prefetchQueries }) => prefetchQueries(client, search),
    () => undefined,
  )
}
