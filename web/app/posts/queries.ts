import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/posts.ts'
import { callPage, call } from '#web/lib/client.ts'
import { patchPost, placePost, type PostFilter } from './cache.ts'

/** A list of posts, page by page: the feed, or somebody's. */
export const postsQuery = (filter: PostFilter) => infiniteQueryOptions({
  queryKey: ['posts', filter],
  queryFn: ({ pageParam, signal }) => 'profile' in filter
    ? callPage('profiles.posts', { params: { id: filter.profile }, query: { direction: filter.direction, value_id: filter.value_id, cursor: pageParam }, signal })
    : callPage('posts.list', { query: { ...filter, cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.next ?? undefined,
})

/** After points have moved: figures everywhere are asked anew. */
export function pointsMoved(client: QueryClient): void {
  for (const key of ['config', 'leaders', 'profile', 'coins', 'shop']) void client.invalidateQueries({ queryKey: [key] })
}

export function useLike() {
  const client = useQueryClient()
  const turn = (post: Post): Post => ({ ...post, liked: !post.liked, like_count: post.like_count + (post.liked ? -1 : 1) })
  return useMutation({
    mutationFn: (post: Post) => call(post.liked ? 'posts.unlike' : 'posts.like', { params: { id: post.id } }),
    onMutate: (post) => patchPost(client, post.id, turn),
    onSuccess: (answer) => patchPost(client, answer.id, (post) => ({ ...post, ...answer })),
    onError: (_, post) => patchPost(client, post.id, () => post),
  })
}
/** `done` is told what came back to the allowance; it belongs to the mutation, since the post's card is gone by then. */
export function useDeletePost(done: (returned: number) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ post, key }: { post: Post; key: string }) => call('posts.delete', { params: { id: post.id }, key }),
    onSuccess: ({ returned }, { post }) => {
      patchPost(client, post.id, () => null)
      pointsMoved(client)
      done(returned)
    },
  })
}
export function useChangeValue() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ post, value_id }: { post: Post; value_id: string }) => call('posts.update', { params: { id: post.id }, body: { value_id } }),
    onSuccess: (post) => placePost(client, post),
  })
}
