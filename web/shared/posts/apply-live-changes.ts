import type { QueryClient } from '@tanstack/react-query'
import { type Change, parseChangeId } from '#contract/change-topics.ts'
import { applyFetchedPost, fetchPost } from './fetch-post.ts'
import { postListQueries } from './post-cache.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/** Up to this number, changed posts are fetched individually; above it, the lists are refetched. */
const singleFetchMax = 10

/** Waits for running list fetches, which would overwrite cache updates. */
async function waitForListFetches(client: QueryClient): Promise<void> {
  const isFetching = () =>
    postListQueries(client).some((query) => query.state.fetchStatus === 'fetching')
  if (!isFetching()) return
  await new Promise<void>((resolve) => {
    const unsubscribe = client.getQueryCache().subscribe(() => {
      if (isFetching()) return
      unsubscribe()
      resolve()
    })
  })
}

/**
 * Applies post changes to the lists: inserts new posts, updates changed posts, removes deleted
 * posts. Returns whether point figures (leaders, profiles) may have changed.
 */
export async function applyPostChanges(client: QueryClient, changes: Change[]): Promise<boolean> {
  const ids = changes.map(parseChangeId)
  const isSmallBatch = ids.every((id) => id !== undefined) && ids.length <= singleFetchMax
  const isOnScreen =
    isSmallBatch &&
    [
      ...postListQueries(client),
      ...ids.flatMap(
        (id) => client.getQueryCache().find({ queryKey: queryKey('posts', 'detail', id) }) ?? [],
      ),
    ].some((query) => query.isActive())
  // Open comment threads are refetched.
  for (const id of isSmallBatch ? ids : [undefined])
    void client.invalidateQueries({
      queryKey: id === undefined ? queryKey('comments') : queryKey('comments', id),
    })
  if (!isOnScreen) {
    await client.invalidateQueries({ queryKey: queryKey('posts') })
    return true
  }
  try {
    const fetched = await Promise.all(ids.map(async (id) => ({ id, post: await fetchPost(id) })))
    await waitForListFetches(client)
    let figuresChanged = false
    for (const { id, post } of fetched)
      figuresChanged = applyFetchedPost(client, id, post) || figuresChanged
    return figuresChanged
  } catch {
    await client.invalidateQueries({ queryKey: queryKey('posts', 'list') })
    return true
  }
}
