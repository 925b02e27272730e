import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Post } from '#contract/schemas/posts.ts'
import type { ShopReward } from '#contract/schemas/rewards.ts'
import type { FoundPerson, Person } from '#contract/schemas/users.ts'
import { call } from '#web/lib/client.ts'
import { foldAccents } from '#contract/fold-text.ts'
import { type Translate, useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { useConfig } from '#web/shared/config.ts'
import { openComposerFor } from '#web/shared/overlay-state.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { parseGive } from './parse-give.ts'
import { type RecentPerson, loadRecentPeople, rememberPerson } from './recent-people.ts'
import type { SearchResult, SearchResultGroup } from './search-result.ts'
import { usePlaceResults } from './use-place-results.tsx'
import { queryKey } from '#web/shared/query-keys.ts'
import { usePostAuthor } from '#web/shared/posts/use-post-author.ts'

const iconProps = { size: 20, 'aria-hidden': true } as const
const debounceMs = 150
const peopleMax = 5
const postsMax = 4
const rewardsMax = 4
const thankedMax = 3
/** Returns whether each search word is a prefix of a word of the name. */
function matchesSearch(name: string, search: string): boolean {
  const words = foldAccents(name).split(/[^\p{L}\p{N}]+/u)
  return foldAccents(search)
    .split(/\s+/)
    .every((term) => words.some((word) => word.startsWith(term)))
}

/**
 * Fetches posts for a debounced text, people for the name in it, and the shop. `isStale`: the results
 * are for an older text. Of those only matches are kept, because Enter opens the first result.
 */
function useSearchQueries(text: string, name: string) {
  const isShopOpen = useConfig().rewards_exist
  const [search] = useDebouncedValue(text, debounceMs)
  const [nameSearch] = useDebouncedValue(name, debounceMs)
  const queryOptions = {
    enabled: search !== '' && text !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  }
  const people = useQuery({
    ...queryOptions,
    queryKey: queryKey('people', 'search', nameSearch),
    queryFn: ({ signal }) =>
      call('people.list', { query: { search: nameSearch, search_in: 'name_and_title' }, signal }),
  })
  const posts = useQuery({
    ...queryOptions,
    queryKey: queryKey('posts', 'search', search),
    queryFn: ({ signal }) => call('posts.list', { query: { search, limit: postsMax }, signal }),
  })
  const rewards = useQuery({
    enabled: isShopOpen && text !== '',
    staleTime: 30_000,
    queryKey: queryKey('shop'),
    queryFn: ({ signal }) => call('shop.list', { signal }),
  })
  const isStale = text !== search
  const foundPeople = people.data ?? []
  const foundPosts = text ? (posts.data ?? []) : []
  return {
    people,
    posts,
    rewards,
    isStale,
    foundPeople:
      isStale || people.isPlaceholderData
        ? foundPeople.filter((person) => matchesSearch(person.name, name))
        : foundPeople,
    foundPosts:
      isStale || posts.isPlaceholderData
        ? foundPosts.filter(({ description }) => matchesSearch(description, text))
        : foundPosts,
  }
}

const toRewardResult = (
  { id, emoji, title, price }: ShopReward,
  t: Translate,
  openPath: (href: string) => void,
): SearchResult => ({
  key: id,
  icon: <span>{emoji || '🎁'}</span>,
  name: title,
  detail: t('common:points', { count: price }),
  open: () => openPath(`/rewards?search=${encodeURIComponent(title)}`),
})

/** Returns the action that opens the composer for a person, with an amount when one is given. */
const toThankResult = (person: Person, score: number | null, t: Translate): SearchResult => ({
  key: `thank-${person.id}`,
  icon: <UserAvatar user={person} size={32} />,
  name:
    score === null
      ? t('action.thank', { name: person.name })
      : t('action.give', { score, name: person.name }),
  ...(person.job_title ? { detail: person.job_title } : {}),
  open: () => openComposerFor(person, undefined, score ?? undefined),
})

/** Returns what tells a person apart. People of earlier searches have their job title. */
function detailOf(person: RecentPerson | FoundPerson): { detail?: string } {
  const detail = 'detail' in person ? person.detail : person.job_title
  return detail ? { detail } : {}
}

/** Returns the functions that turn people and posts into results. */
function useResultBuilders() {
  const router = useRouter()
  const { user, workspace } = useConfig()
  const name = usePersonName()
  const member = `${workspace.id}.${user.id}`
  const canThank = (person: RecentPerson | Person): person is Person =>
    'state' in person && person.id !== user.id && person.state === 'accepted'
  const toPersonResult = (person: RecentPerson | FoundPerson): SearchResult => ({
    key: person.id,
    icon: <UserAvatar user={person} size={32} />,
    name: person.name,
    ...detailOf(person),
    open: () => {
      rememberPerson(member, person)
      router.history.push(`/profile/${person.id}`)
    },
    ...(canThank(person) ? { thank: () => openComposerFor(person) } : {}),
  })
  const authorOf = usePostAuthor()
  const toPostResult = (post: Post): SearchResult => ({
    key: post.id,
    icon: <UserAvatar user={authorOf(post)} size={32} />,
    name: `${name(authorOf(post))} → ${post.to.map(name).join(', ')}`,
    detail: post.description,
    open: () => router.history.push(`/posts/${post.id}`),
  })
  return { member, canThank, toPersonResult, toPostResult }
}

/**
 * Returns people, posts, rewards, actions and pages that match; without a text, recent people,
 * actions and all pages. A text like "give 10 to anna" adds the action first.
 */
export function useSearchResults(typed: string) {
  const { t } = useTranslation('shell')
  const { push } = useRouter().history
  const text = typed.trim()
  const words = (key: 'give_verbs' | 'give_fillers') => t(`action.${key}`).split(' ')
  const request = parseGive(text, words('give_verbs'), words('give_fillers'))
  const queries = useSearchQueries(text, request?.name ?? text)
  const { people, posts, rewards, isStale, foundPeople, foundPosts } = queries
  const { places, actions } = usePlaceResults()
  const { member, canThank, toPersonResult, toPostResult } = useResultBuilders()
  const allPostsResult: SearchResult = {
    key: 'all',
    icon: <IconSearch {...iconProps} />,
    name: t('search.all', { text }),
    open: () => push(`/feed?search=${encodeURIComponent(text)}`),
  }
  const findByName = <Item,>(items: Item[], nameOf: (item: Item) => string) =>
    items.filter((item) => matchesSearch(nameOf(item), text))
  const thankResults = foundPeople
    .filter(canThank)
    .slice(0, request ? thankedMax : 1)
    .map((person) => toThankResult(person, request?.score ?? null, t))
  const found = (): SearchResultGroup[] => [
    { key: 'give', results: request ? thankResults : [] },
    { key: 'people', results: foundPeople.slice(0, peopleMax).map(toPersonResult) },
    {
      key: 'posts',
      results: foundPosts.length ? [...foundPosts.map(toPostResult), allPostsResult] : [],
    },
    {
      key: 'rewards',
      results: findByName(rewards.data ?? [], ({ title }) => title)
        .slice(0, rewardsMax)
        .map((reward) => toRewardResult(reward, t, push)),
    },
    {
      key: 'actions',
      results: [...(request ? [] : thankResults), ...findByName(actions, ({ name }) => name)],
    },
    { key: 'places', results: findByName(places, ({ name }) => name) },
  ]
  const groups: SearchResultGroup[] = text
    ? found()
    : [
        { key: 'recent', results: loadRecentPeople(member).map(toPersonResult) },
        { key: 'actions', results: actions },
        { key: 'places', results: places },
      ]
  const failed = text ? [people, posts, rewards].filter((query) => query.isError) : []
  return {
    groups: groups.filter((group) => group.results.length),
    busy: text !== '' && (isStale || people.isFetching || posts.isFetching),
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const query of failed) void query.refetch()
    },
  }
}
