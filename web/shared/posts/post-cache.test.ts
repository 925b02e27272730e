import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Post } from '#contract/schemas/posts.ts'
import { withReaction } from './reactions.api.ts'
import {
  postsOf,
  type PostPages,
  type PostFilter,
  upsertPost,
  hidePendingPost,
  withoutPendingDeletions,
} from './post-cache.ts'
import { queryKey } from '#web/shared/query-keys.ts'

const person = (id: string) => ({
  id,
  name: id,
  first_name: id,
  last_name: '',
  avatar: { url: null },
  job_title: '',
  state: 'accepted' as const,
  demo: false,
})
const post = (id: string, part: Partial<Post> = {}): Post => ({
  id,
  from_id: 'ada',
  to_id: ['grace'],
  to_count: 1,
  value_id: 'care',
  score: 5,
  description: id,
  private: false,
  created_at: '2026-01-01T00:00:00.000Z',
  like_count: 0,
  picture: null,
  liked: false,
  parent_id: null,
  comment_count: 0,
  added_score: 0,
  reactions: [],
  occasion: null,
  imported: false,
  from: person('ada'),
  to: [person('grace')],
  value: {
    id: 'care',
    name: 'Care',
    description: '',
    color: '#000000',
    emoji: '',
    keywords: [],
    tag: 'care',
    default: true,
    retired: false,
  },
  abilities: {
    delete: true,
    return_points: false,
    change_value: true,
    like: true,
    react: true,
    comment: true,
    add_on: true,
  },
  ...part,
})
/** Creates a query client with a single list, and a function that returns the list's ids. */
function createList(filter: PostFilter, posts: Post[]) {
  const client = new QueryClient()
  client.setQueryData<PostPages>(queryKey('posts', 'list', filter), {
    pages: [{ items: posts, next: null }],
    pageParams: [undefined],
  })
  return {
    client,
    ids: () =>
      postsOf(client.getQueryData<PostPages>(queryKey('posts', 'list', filter))).map(
        ({ id }) => id,
      ),
  }
}

test('inserts a new post into matching lists, but not into a search', () => {
  const feed = createList({}, [post('3'), post('1')])
  const search = createList({ search: 'care' }, [post('3'), post('1')])
  const given = createList({ profile: 'ada', direction: 'given' }, [post('3'), post('1')])
  for (const { client } of [feed, search, given])
    for (const changed of [post('2'), post('4', { parent_id: '1' })]) upsertPost(client, changed)
  expect([feed.ids(), search.ids(), given.ids()]).toEqual([
    ['3', '2', '1'],
    ['3', '1'],
    ['4', '3', '2', '1'],
  ])
  // A post already in the search results is still updated.
  upsertPost(search.client, post('1', { like_count: 7 }))
  expect(
    postsOf(
      search.client.getQueryData<PostPages>(queryKey('posts', 'list', { search: 'care' })),
    ).map(({ like_count: likeCount }) => likeCount),
  ).toEqual([0, 7])
})

test('reports changed figures for points and values, not for likes', () => {
  const { client } = createList({}, [post('1')])
  expect([
    upsertPost(client, post('1', { like_count: 1, comment_count: 2 })),
    upsertPost(client, post('1', { added_score: 5 })),
    upsertPost(client, post('1', { added_score: 5, value_id: 'craft' })),
  ]).toEqual([false, true, true])
})

test('keeps a hidden post out of all lists until it is restored', () => {
  const two = post('2')
  const { client, ids } = createList({ search: 'care' }, [post('3'), two, post('1')])
  const restore = hidePendingPost(client, two)
  upsertPost(client, { ...two, like_count: 1 })
  expect([ids(), withoutPendingDeletions([two, post('1')]).map(({ id }) => id)]).toEqual([
    ['3', '1'],
    ['1'],
  ])
  restore()
  restore()
  expect([ids(), withoutPendingDeletions([two]).length]).toEqual([['3', '2', '1'], 1])
})

test('keeps a large post in the list of a recipient it does not name', () => {
  const large = post('2', { to_count: 60 })
  const profile = createList({ profile: 'zed', direction: 'received' }, [large])
  const given = createList({ profile: 'zed', direction: 'given' }, [])
  for (const { client } of [profile, given]) upsertPost(client, { ...large, like_count: 1 })
  expect([profile.ids(), given.ids()]).toEqual([['2'], []])
})

test('counts a reaction once and keeps the order of the picker', () => {
  const fire = { reaction: 'fire' as const, count: 2, reacted: false }
  const claps = withReaction([fire], 'clap', true)
  expect(claps).toEqual([{ reaction: 'clap', count: 1, reacted: true }, fire])
  expect(withReaction(claps, 'clap', true)).toEqual(claps)
  expect(withReaction(withReaction(claps, 'fire', true), 'clap', false)).toEqual([
    { ...fire, count: 3, reacted: true },
  ])
})

test('a new post is added to a filtered feed of its recipient only', () => {
  const client = new QueryClient()
  const list = (filter: PostFilter) => {
    const key = queryKey('posts', 'list', filter)
    client.setQueryData<PostPages>(key, {
      pages: [{ items: [], next: null }],
      pageParams: [undefined],
    })
    return () => postsOf(client.getQueryData<PostPages>(key)).map(({ id }) => id)
  }
  const forGrace = list({ user_id: 'grace', direction: 'received' })
  const fromGrace = list({ user_id: 'grace', direction: 'given' })
  upsertPost(client, post('5'))
  upsertPost(client, post('6', { parent_id: '5' }))
  expect([forGrace(), fromGrace()]).toEqual([['5'], []])
})
