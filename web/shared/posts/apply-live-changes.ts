import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/schemas/posts.ts'
import { type Change, parseChangeId } from '#contract/change-topics.ts'
import { ApiCallError, call } from '#web/lib/client.ts'
import { postListQueries, patchPost, upsertPost } from './post-cache.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/** Up to this number, changed posts are fetched individually; above it, the lists are refetched. */
const singleFetchMax = 10

/** Fetches a post; null when it is deleted or not visible to the reader. */
export const fetchPost = (id: string, signal?: AbortSignal): Promise<Post | null> =>
  call('posts.get', { params: { id }, ...(signal ? { signal } : {}) }).catch((error: unknown) => {
    if (error instanceof ApiCallError && error.status === 404) return null
    throw error
  })

/**
 * Writes a fetched post into the caches, or removes a deleted post. Returns whether point figures
 * may have changed.
 */
function applyFetchedPost(client: QueryClient, id: string, post: Post | null): boolean {
  if (post) return upsertPost(client, post)
  patchPost(client, id, () => null)
  return true
}
/** Refetches a post into all caches. */
export const refetchPost = async (client: QueryClient, id: string): Promise<void> => {
  applyFetchedPost(client, id, await fetchPost(id))
}

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
