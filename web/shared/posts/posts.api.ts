import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/schemas/posts.ts'
import { callPaginated } from '#web/lib/client.ts'
import { upsertPost, type PostFilter, withoutPendingDeletions } from './post-cache.ts'
import { fetchPost } from './fetch-post.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

/** Posts page by page: the feed, or the posts of a person. */
export const postsQuery = (filter: PostFilter) =>
  infiniteQueryOptions({
    queryKey: queryKey('posts', 'list', filter),
    queryFn: async ({ pageParam, signal }) => {
      const page = await ('profile' in filter
        ? callPaginated('profiles.posts', {
            params: { id: filter.profile },
            query: { direction: filter.direction, value_id: filter.value_id, cursor: pageParam },
            signal,
          })
        : callPaginated('posts.list', { query: { ...filter, cursor: pageParam }, signal }))
      return { ...page, items: withoutPendingDeletions(page.items) }
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  })

/** A single post; null when it is deleted or not visible to the reader. */
export const postQuery = (id: string) =>
  queryOptions({
    queryKey: queryKey('posts', 'detail', id),
    queryFn: async ({ signal }) => {
      const post = await fetchPost(id, signal)
      return post && (withoutPendingDeletions([post])[0] ?? null)
    },
  })

export function useChangePostValue() {
  const client = useQueryClient()
  return useCall('posts.update', {
    input: ({ post, valueId }: { post: Post; valueId: string }) => ({
      params: { id: post.id },
      body: { value_id: valueId },
    }),
    updateCache: (post) => upsertPost(client, post),
    except: ['posts'],
  })
}
