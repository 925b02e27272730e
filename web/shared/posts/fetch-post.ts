import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/schemas/posts.ts'
import { ApiCallError, call } from '#web/lib/client.ts'
import { patchPost, upsertPost } from './post-cache.ts'

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
export function applyFetchedPost(client: QueryClient, id: string, post: Post | null): boolean {
  if (post) return upsertPost(client, post)
  patchPost(client, id, () => null)
  return true
}
/** Refetches a post into all caches. */
export const refetchPost = async (client: QueryClient, id: string): Promise<void> => {
  applyFetchedPost(client, id, await fetchPost(id))
}
