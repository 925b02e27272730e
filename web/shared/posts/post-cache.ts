import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Post } from '#contract/schemas/posts.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/**
 * The feed, filtered by value, search text, days, the reader's own direction or team, a group, or the posts and
 * add-ons received or given by a person.
 */
export type PostFilter =
  | {
      value_id?: string | undefined
      search?: string | undefined
      user_id?: string | undefined
      direction?: 'received' | 'given' | undefined
      team?: 'mine' | undefined
      group_id?: string | undefined
      from?: string | undefined
      to?: string | undefined
    }
  | { profile: string; direction: 'received' | 'given' | 'both'; value_id?: string | undefined }
export type PostPages = InfiniteData<{ items: Post[]; next: string | null }>

const optimisticPrefix = 'optimistic-'
/** Creates the id of a post that the server has not confirmed yet. */
export const optimisticId = () => `${optimisticPrefix}${crypto.randomUUID()}`
export const isOptimistic = ({ id }: Pick<Post, 'id'>) => id.startsWith(optimisticPrefix)

/**
 * Ids of posts and comments deleted on this page while undo is possible. Every response and live
 * update leaves them out.
 */
const pendingDeletionIds = new Set<string>()
export const withoutPendingDeletions = <Item extends { id: string }>(items: Item[]): Item[] =>
  pendingDeletionIds.size ? items.filter(({ id }) => !pendingDeletionIds.has(id)) : items

export const postsOf = (data: PostPages | undefined): Post[] =>
  data?.pages.flatMap((page) => page.items) ?? []
export const postListQueries = (client: QueryClient) =>
  client.getQueryCache().findAll({ queryKey: queryKey('posts', 'list') })
const filterOf = ([, , filter]: readonly unknown[]) => (filter ?? {}) as PostFilter
const mapPosts = (data: PostPages, change: (post: Post) => Post | null): PostPages => ({
  ...data,
  pages: data.pages.map((page) => ({
    ...page,
    items: page.items.flatMap((post) => change(post) ?? []),
  })),
})

/** Changes a post in all caches; `null` removes it from lists. */
export function patchPost(
  client: QueryClient,
  id: string,
  change: (post: Post) => Post | null,
): void {
  client.setQueryData<Post | null>(queryKey('posts', 'detail', id), (post) => post && change(post))
  client.setQueriesData<PostPages>(
    { queryKey: queryKey('posts', 'list') },
    (data) => data && mapPosts(data, (post) => (post.id === id ? change(post) : post)),
  )
}
/** Adds an optimistic post at the top of the feed. */
export function prependPost(client: QueryClient, post: Post): void {
  client.setQueryData<PostPages>(queryKey('posts', 'list', {}), (data) => {
    const [first, ...rest] = data?.pages ?? []
    return data && first
      ? { ...data, pages: [{ ...first, items: [post, ...first.items] }, ...rest] }
      : data
  })
}

const hasMorePeople = (post: Post) => post.to_id.length < post.to_count
/**
 * Returns whether a list has a post. A large post names its first recipients only, so a list that
 * has it already (`isListed`) keeps it.
 */
function matchesFilter(filter: PostFilter, post: Post, isListed: boolean): boolean {
  if (filter.value_id && filter.value_id !== post.value_id) return false
  // The feed has no add-ons; profiles list them.
  if (!('profile' in filter) && post.parent_id !== null) return false
  const userId = 'profile' in filter ? filter.profile : filter.user_id
  if (!userId) return true
  const given = post.from_id === userId
  const received = post.to_id.includes(userId) || (isListed && hasMorePeople(post))
  if (!filter.direction || filter.direction === 'both') return given || received
  return filter.direction === 'given' ? given : received
}
/** Only the server can match a search text, a team, a group and the days of a time zone. */
const isForServer = (filter: PostFilter) =>
  !('profile' in filter) &&
  (filter.search ?? filter.team ?? filter.group_id ?? filter.from ?? filter.to)
/** Fetches the lists on screen again whose posts only the server can match, after an own post. */
export const refetchServerLists = (client: QueryClient) =>
  client.invalidateQueries({
    queryKey: queryKey('posts', 'list'),
    predicate: (query) => Boolean(isForServer(filterOf(query.queryKey))),
  })
const hasSameContent = (a: Post, b: Post) =>
  a.from_id === b.from_id &&
  a.value_id === b.value_id &&
  a.score === b.score &&
  a.description === b.description &&
  a.private === b.private &&
  a.to_count === b.to_count &&
  // A large post, and one to a group that is being sent, has not all people.
  (hasMorePeople(a) || hasMorePeople(b) || a.to_id.every((id) => b.to_id.includes(id)))

/**
 * Returns the list with a new post, sorted by id, which is also the order in time. A post beyond
 * the last loaded page is left out.
 */
function insertPost(data: PostPages, post: Post): PostPages {
  const last = data.pages.at(-1)
  const oldest = postsOf(data).findLast((listed) => !isOptimistic(listed))
  if (last?.next != null && oldest && post.id < oldest.id) return data
  const at = data.pages.findIndex((page) =>
    page.items.some((listed) => !isOptimistic(listed) && listed.id < post.id),
  )
  const index = at === -1 ? data.pages.length - 1 : at
  return {
    ...data,
    pages: data.pages.map((page, n) => {
      if (n !== index) return page
      const before = page.items.findIndex((listed) => !isOptimistic(listed) && listed.id < post.id)
      return {
        ...page,
        items: before === -1 ? [...page.items, post] : page.items.toSpliced(before, 0, post),
      }
    }),
  }
}

/**
 * Returns the list with the post inserted, updated or removed; the same object without a change.
 */
function upsertInList(data: PostPages, filter: PostFilter, post: Post): PostPages {
  const old = postsOf(data).find((listed) => listed.id === post.id)
  if (old)
    return matchesFilter(filter, post, true)
      ? mapPosts(data, (listed) => (listed.id === post.id ? post : listed))
      : mapPosts(data, (listed) => (listed.id === post.id ? null : listed))
  if (!matchesFilter(filter, post, false) || isForServer(filter)) return data
  // A live update arrived before the answer of the call: it replaces the optimistic post.
  const own = postsOf(data).find((listed) => isOptimistic(listed) && hasSameContent(listed, post))
  return own
    ? mapPosts(data, (listed) => (listed.id === own.id ? post : listed))
    : insertPost(data, post)
}

/**
 * Inserts or updates a post in all lists. Returns whether point figures may have changed, which is
 * false for a like or a comment.
 */
export function upsertPost(client: QueryClient, post: Post): boolean {
  if (pendingDeletionIds.has(post.id)) return false
  let known = client.getQueryData<Post | null>(queryKey('posts', 'detail', post.id)) ?? undefined
  client.setQueryData<Post | null>(queryKey('posts', 'detail', post.id), (old) => old && post)
  for (const { queryKey: key } of postListQueries(client)) {
    client.setQueryData<PostPages>(key, (data) => {
      known ??= postsOf(data).find((listed) => listed.id === post.id)
      return data && upsertInList(data, filterOf(key), post)
    })
  }
  return known?.value_id !== post.value_id || known.added_score !== post.added_score
}

/** Hides an id from all responses; returns the function that shows it again. */
export function hidePending(id: string): () => void {
  pendingDeletionIds.add(id)
  return () => {
    pendingDeletionIds.delete(id)
  }
}
/**
 * Removes a post from all caches; returns the function that restores it in each list, at its
 * position.
 */
export function hidePendingPost(client: QueryClient, post: Post): () => void {
  const listKeys = postListQueries(client)
    .filter((query) =>
      postsOf(query.state.data as PostPages | undefined).some(({ id }) => id === post.id),
    )
    .map((query) => query.queryKey)
  const release = hidePending(post.id)
  patchPost(client, post.id, () => null)
  return () => {
    release()
    client.setQueryData<Post | null>(queryKey('posts', 'detail', post.id), (cached) =>
      cached === null ? post : cached,
    )
    for (const listKey of listKeys)
      client.setQueryData<PostPages>(
        listKey,
        (data) =>
          data && (postsOf(data).some(({ id }) => id === post.id) ? data : insertPost(data, post)),
      )
  }
}
