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

/** A list of posts, page by page: the feed, or somebody's. */
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

/** One post; null when it is gone, or not the reader's to see. */
export const postQuery = (id: string) =>
  queryOptions({
    queryKey: postKey(id),
    queryFn: async ({ signal }) => {
      const post = await fetchPost(id, signal)
      return post && (withoutPendingDeletions([post])[0] ?? null)
    },
  })

/** After points have moved: figures everywhere are asked anew. */
export function invalidatePointQueries(client: QueryClient): void {
  for (const key of ['config', 'leaders', 'profile', 'coins', 'shop'])
    void client.invalidateQueries({ queryKey: [key] })
}

export function useChangePostValue() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ post, value_id: valueId }: { post: Post; value_id: string }) =>
      call('posts.update', { params: { id: post.id }, body: { value_id: valueId } }),
    onSuccess: (post) => upsertPost(client, post),
  })
}
