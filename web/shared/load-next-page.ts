import type { UseInfiniteQueryResult } from '@tanstack/react-query'

const attemptsMax = 5

/**
 * Loads the next page of a list. A live update that refetches the list cancels the page in flight,
 * so the page is asked for again after the refetch.
 */
export async function loadNextPage<Page>(
  query: Pick<UseInfiniteQueryResult<{ pages: Page[] }>, 'data' | 'fetchNextPage'>,
): Promise<void> {
  const loaded = query.data?.pages.length ?? 0
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const { data, hasNextPage, isError } = await query.fetchNextPage({ cancelRefetch: false })
    if (isError || !hasNextPage || (data?.pages.length ?? 0) > loaded) return
  }
}
