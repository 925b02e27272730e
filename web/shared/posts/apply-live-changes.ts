import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/schemas/posts.ts'
import { type Change, parseChangeId } from '#contract/change-topics.ts'
import { ApiCallError, call } from '#web/lib/client.ts'
import { commentsKey, postListQueries, postKey, patchPost, upsertPost } from './post-cache.ts'

/** So many posts are asked one by one; more are asked as lists. */
const singleFetchMax = 10

/** A post by itself; null when it is gone, or not the reader's to see. */
export const fetchPost = (id: string, signal?: AbortSignal): Promise<Post | null> =>
  call('posts.get', { params: { id }, ...(signal ? { signal } : {}) }).catch((error: unknown) => {
    if (error instanceof ApiCallError && error.status === 404) return null
    throw error
  })

/**
 * Brings one post into its places as it is now; out of them, if it is gone. Answers whether figures
 * may have changed with it.
 */
function applyFetchedPost(client: QueryClient, id: string, post: Post | null): boolean {
  if (post) return upsertPost(client, post)
  patchPost(client, id, () => null)
  return true
}
/** Asks for one post anew, wherever it stands. */
export const refetchPost = async (client: QueryClient, id: string): Promise<void> => {
  applyFetchedPost(client, id, await fetchPost(id))
}

/** A list that is being read would overwrite what is put into it meanwhile: its turn ends first. */
async function waitForListFetches(client: QueryClient): Promise<void> {
  const reading = () =>
    postListQueries(client).some((query) => query.state.fetchStatus === 'fetching')
  if (!reading()) return
  await new Promise<void>((resolve) => {
    const leave = client.getQueryCache().subscribe(() => {
      if (reading()) return
      leave()
      resolve()
    })
  })
}

/**
 * Brings what has changed of posts into the lists: new ones to their place, changed ones in theirs,
 * gone ones out. Answers whether figures (leaders, profiles) may have changed with them.
 */
export async function applyPostChanges(client: QueryClient, changes: Change[]): Promise<boolean> {
  const ids = changes.map(parseChangeId)
  const single = ids.every((id) => id !== undefined) && ids.length <= singleFetchMax
  const shown =
    single &&
    [
      ...postListQueries(client),
      ...ids.flatMap((id) => client.getQueryCache().find({ queryKey: postKey(id) }) ?? []),
    ].some((query) => query.isActive())
  // What is said under a post is asked anew where it is open.
  for (const id of single ? ids : [undefined])
    void client.invalidateQueries({
      queryKey: id === undefined ? ['conversation'] : commentsKey(id),
    })
  if (!shown) {
    await client.invalidateQueries({ queryKey: ['posts'] })
    await client.invalidateQueries({ queryKey: ['post'] })
    return true
  }
  try {
    const found = await Promise.all(ids.map(async (id) => ({ id, post: await fetchPost(id) })))
    await waitForListFetches(client)
    let moved = false
    for (const { id, post } of found) moved = applyFetchedPost(client, id, post) || moved
    return moved
  } catch {
    await client.invalidateQueries({ queryKey: ['posts'] })
    return true
  }
}
