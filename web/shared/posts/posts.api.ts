import {
  infiniteQueryOptions,
  queryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Post } from '#contract/schemas/posts.ts'
import { callPaginated, call } from '#web/lib/client.ts'
import { postKey, upsertPost, type PostFilter, withoutPendingDeletions } from './post-cache.ts'
import { fetchPost } from './apply-live-changes.ts'

/** Posts page by page: the feed, or the posts of a person. */
export const postsQuery = (filter: PostFilter) =>
  infiniteQueryOptions({
    queryKey: ['posts', filter],
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
    queryKey: postKey(id),
    queryFn: async ({ signal }) => {
      const post = await fetchPost(id, signal)
      return post && (withoutPendingDeletions([post])[0] ?? null)
    },
  })

/** Refetches the queries with point figures after a movement of points. */
export function invalidatePointQueries(client: QueryClient): void {
  for (const key of ['config', 'leaders', 'profile', 'coins', 'shop'])
    void client.invalidateQueries({ queryKey: [key] })
}

export function useChangePostValue() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ post, valueId }: { post: Post; valueId: string }) =>
      call('posts.update', { params: { id: post.id }, body: { value_id: valueId } }),
    onSuccess: (post) => upsertPost(client, post),
  })
}
