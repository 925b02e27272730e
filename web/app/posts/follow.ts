import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/posts.ts'
import { type Change, thingOf } from '#contract/topics.ts'
import { CallError, call } from '#web/lib/client.ts'
import { conversationKey, listsOf, onePostKey, patchPost, placePost } from './cache.ts'

/** So many posts are asked one by one; more are asked as lists. */
const single_max = 10

/** A post by itself; null when it is gone, or not the reader's to see. */
export const ask = (id: string, signal?: AbortSignal): Promise<Post | null> =>
  call('posts.get', { params: { id }, ...(signal ? { signal } : {}) }).catch((error: unknown) => {
    if (error instanceof CallError && error.status === 404) return null
    throw error
  })

/**
 * Brings one post into its places as it is now; out of them, if it is gone. Answers whether figures
 * may have changed with it.
 */
function settle(client: QueryClient, id: string, post: Post | null): boolean {
  if (post) return placePost(client, post)
  patchPost(client, id, () => null)
  return true
}
/** Asks for one post anew, wherever it stands. */
export const askPost = async (client: QueryClient, id: string): Promise<void> => {
  settle(client, id, await ask(id))
}

/** A list that is being read would overwrite what is put into it meanwhile: its turn ends first. */
async function untilRead(client: QueryClient): Promise<void> {
  const reading = () => listsOf(client).some((query) => query.state.fetchStatus === 'fetching')
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
export async function followPosts(client: QueryClient, changes: Change[]): Promise<boolean> {
  const ids = changes.map(thingOf)
  const single = ids.every((id) => id !== undefined) && ids.length <= single_max
  const shown =
    single &&
    [
      ...listsOf(client),
      ...ids.flatMap((id) => client.getQueryCache().find({ queryKey: onePostKey(id) }) ?? []),
    ].some((query) => query.isActive())
  // What is said under a post is asked anew where it is open.
  for (const id of single ? ids : [undefined])
    void client.invalidateQueries({
      queryKey: id === undefined ? ['conversation'] : conversationKey(id),
    })
  if (!shown) {
    await client.invalidateQueries({ queryKey: ['posts'] })
    await client.invalidateQueries({ queryKey: ['post'] })
    return true
  }
  try {
    const found = await Promise.all(ids.map(async (id) => ({ id, post: await ask(id) })))
    await untilRead(client)
    let moved = false
    for (const { id, post } of found) moved = settle(client, id, post) || moved
    return moved
  } catch {
    await client.invalidateQueries({ queryKey: ['posts'] })
    return true
  }
}
