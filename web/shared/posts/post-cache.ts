import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/schemas/posts.ts'

/**
 * The feed (of one value, or with the words that are looked for), or what somebody received or
 * gave.
 */
export type PostFilter =
  | { value_id?: string | undefined; search?: string | undefined }
  | { profile: string; direction: 'received' | 'given' | 'both'; value_id?: string | undefined }
export type PostPages = InfiniteData<{ items: Post[]; next: string | null }>

const optimisticPrefix = 'optimistic-'
/** The name of a post that the server has not answered yet. */
export const optimisticId = () => `${optimisticPrefix}${crypto.randomUUID()}`
export const isOptimistic = ({ id }: Pick<Post, 'id'>) => id.startsWith(optimisticPrefix)

/**
 * Posts and comments that were deleted on this page, while they can still be had back: whatever
 * brings news of them leaves them out.
 */
const pendingDeletionIds = new Set<string>()
export const withoutPendingDeletions = <Item extends { id: string }>(items: Item[]): Item[] =>
  pendingDeletionIds.size ? items.filter(({ id }) => !pendingDeletionIds.has(id)) : items

export const postsOf = (data: PostPages | undefined): Post[] =>
  data?.pages.flatMap((page) => page.items) ?? []
export const postListQueries = (client: QueryClient) =>
  client.getQueryCache().findAll({ queryKey: ['posts'] })
/** A post that is looked at by itself; null when it is gone, or not the reader's to see. */
export const postKey = (id: string) => ['post', id]
/** What stands under a post. */
export const commentsKey = (postId: string) => ['conversation', postId]
const filterOf = (queryKey: readonly unknown[]) => (queryKey[1] ?? {}) as PostFilter
const mapPosts = (data: PostPages, change: (post: Post) => Post | null): PostPages => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    items: page.items.flatMap((post) => change(post) ?? []),
  })),
})

/** Changes a post wherever it stands, in a list or by itself; `null` takes it out. */
export function patchPost(
  client: QueryClient,
  id: string,
  change: (post: Post) => Post | null,
): void {
  client.setQueryData<Post | null>(postKey(id), (post) => post && change(post))
  client.setQueriesData<PostPages>(
    { queryKey: ['posts'] },
    (data) => data && mapPosts(data, (post) => (post.id === id ? change(post) : post)),
  )
}
/** Puts a post that is on its way on top of the feed. */
export function prependPost(client: QueryClient, post: Post): void {
  client.setQueryData<PostPages>(['posts', {}], (data) => {
    const [first, ...rest] = data?.pages ?? []
    return data && first
      ? { ...data, pages: [{ ...first, items: [post, ...first.items] }, ...rest] }
      : data
  })
}

function matchesFilter(filter: PostFilter, post: Post): boolean {
  if (filter.value_id && filter.value_id !== post.value_id) return false
  // An add-on stands under its post, and among what somebody gave and received.
  if (!('profile' in filter)) return post.parent_id === null
  const [given, received] = [post.from_id === filter.profile, post.to_id.includes(filter.profile)]
  return filter.direction === 'both'
    ? given || received
    : filter.direction === 'given'
      ? given
      : received
}
const hasSameContent = (a: Post, b: Post) =>
  a.from_id === b.from_id &&
  a.value_id === b.value_id &&
  a.score === b.score &&
  a.description === b.description &&
  a.private === b.private &&
  a.to_id.length === b.to_id.length &&
  a.to_id.every((id) => b.to_id.includes(id))

/**
 * A list with a post it did not have: in its place, which is by time (as ids are). What lies behind
 * the last page read is left alone.
 */
function insertPost(data: PostPages, post: Post): PostPages {
  const last = data.pages.at(-1)
  const oldest = postsOf(data).findLast((one) => !isOptimistic(one))
  if (last?.next != null && oldest && post.id < oldest.id) return data
  const at = data.pages.findIndex((page) =>
    page.items.some((one) => !isOptimistic(one) && one.id < post.id),
  )
  const index = at === -1 ? data.pages.length - 1 : at
  return {
    ...data,
    pages: data.pages.map((page, n) => {
      if (n !== index) return page
      const before = page.items.findIndex((one) => !isOptimistic(one) && one.id < post.id)
      return {
        ...page,
        items: before === -1 ? [...page.items, post] : page.items.toSpliced(before, 0, post),
      }
    }),
  }
}

/** One list as it is with this post; the very same if nothing has changed. */
function upsertInList(data: PostPages, filter: PostFilter, post: Post): PostPages {
  const old = postsOf(data).find((one) => one.id === post.id)
  if (old)
    return matchesFilter(filter, post)
      ? mapPosts(data, (one) => (one.id === post.id ? post : one))
      : mapPosts(data, (one) => (one.id === post.id ? null : one))
  // Which words a post has is for the server to say.
  if (!matchesFilter(filter, post) || ('search' in filter && filter.search)) return data
  // The reader's own post, heard of before its call was answered: it stands there already.
  const own = postsOf(data).find((one) => isOptimistic(one) && hasSameContent(one, post))
  return own ? mapPosts(data, (one) => (one.id === own.id ? post : one)) : insertPost(data, post)
}

/**
 * Puts a post, new or changed, wherever it belongs, once. Answers whether figures have changed with
 * it: not for a like or a comment alone.
 */
export function upsertPost(client: QueryClient, post: Post): boolean {
  if (pendingDeletionIds.has(post.id)) return false
  let known = client.getQueryData<Post | null>(postKey(post.id)) ?? undefined
  client.setQueryData<Post | null>(postKey(post.id), (old) => old && post)
  for (const { queryKey } of postListQueries(client)) {
    client.setQueryData<PostPages>(queryKey, (data) => {
      known ??= postsOf(data).find((one) => one.id === post.id)
      return data && upsertInList(data, filterOf(queryKey), post)
    })
  }
  return known?.value_id !== post.value_id || known.added_score !== post.added_score
}

/**
 * Leaves a post or a comment out of whatever is asked for, until the answer is called: it is had
 * back then.
 */
export function hidePending(id: string): () => void {
  pendingDeletionIds.add(id)
  return () => {
    pendingDeletionIds.delete(id)
  }
}
/**
 * Takes a post out of sight wherever it stands; the answer brings it back, each time to its place.
 */
export function hidePendingPost(client: QueryClient, post: Post): () => void {
  const places = postListQueries(client)
    .filter((query) =>
      postsOf(query.state.data as PostPages | undefined).some(({ id }) => id === post.id),
    )
    .map(({ queryKey }) => queryKey)
  const release = hidePending(post.id)
  patchPost(client, post.id, () => null)
  return () => {
    release()
    client.setQueryData<Post | null>(postKey(post.id), (one) => (one === null ? post : one))
    for (const place of places)
      client.setQueryData<PostPages>(
        place,
        (data) =>
          data && (postsOf(data).some(({ id }) => id === post.id) ? data : insertPost(data, post)),
      )
  }
}
