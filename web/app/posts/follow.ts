import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/posts.ts'
import { type Change, thingOf } from '#contract/topics.ts'
import { CallError, call } from '#web/lib/client.ts'
import { listsOf, patchPost, placePost } from './cache.ts'

/** So many posts are asked one by one; more are asked as lists. */
const single_max = 10

const ask = (id: string): Promise<Post | null> => call('posts.get', { params: { id } }).catch((error: unknown) => {
  if (error instanceof CallError && error.status === 404) return null
  throw error
})

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
 * Brings what has changed of posts into the lists: new ones to their place, changed ones in theirs, gone ones out.
 * Answers whether figures (leaders, profiles) may have changed with them.
 */
export async function followPosts(client: QueryClient, changes: Change[]): Promise<boolean> {
  const ids = changes.map(thingOf)
  const lists = listsOf(client)
  const single = ids.every((id) => id !== undefined) && ids.length <= single_max
  if (!single || !lists.some((query) => query.isActive())) {
    await client.invalidateQueries({ queryKey: ['posts'] })
    return true
  }
  try {
    const found = await Promise.all(ids.map(async (id) => ({ id, post: await ask(id) })))
    await untilRead(client)
    let moved = false
    for (const { id, post } of found) {
      if (post) moved = placePost(client, post) || moved
      else {
        patchPost(client, id, () => null)
        moved = true
      }
    }
    return moved
  } catch {
    await client.invalidateQueries({ queryKey: ['posts'] })
    return true
  }
}
