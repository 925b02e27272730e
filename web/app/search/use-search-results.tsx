import { useDebouncedValue } from '@mantine/hooks'
import {
  IconArrowsExchange,
  IconGift,
  IconHelp,
  IconHome,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconPencil,
  IconSearch,
  IconSettings,
  IconSun,
  IconUser,
} from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Post } from '#contract/schemas/posts.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { logOut, useColorScheme } from '#web/shared/session-actions.ts'
import { openOverlay } from '#web/app/overlay-state.ts'
import { rewardsHrefFor, useConfig, useCan } from '#web/shared/config.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { settingsEntriesFor } from '#web/shared/settings/settings-entries.ts'
import { type RecentPerson, loadRecentPeople, rememberPerson } from './recent-people.ts'

export type SearchResult = {
  key: string
  icon: ReactNode
  name: string
  detail?: string
  open: () => unknown
}
export type SearchResultGroup = {
  key: 'recent' | 'people' | 'posts' | 'places'
  results: SearchResult[]
}

const iconProps = { size: 20, 'aria-hidden': true } as const
const debounceMs = 150
const peopleMax = 5
const postsMax = 4
const foldText = (text: string) => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
/** Returns whether each search word is a prefix of a word of the name. */
export function matchesSearch(name: string, search: string): boolean {
  const words = foldText(name).split(/[^\p{L}\p{N}]+/u)
  return foldText(search)
    .split(/\s+/)
    .every((one) => words.some((word) => word.startsWith(one)))
}

/** Returns the pages and actions that this member may open. */
function usePageResults(): SearchResult[] {
  const { t } = useTranslation('shell')
  const router = useRouter()
  const config = useConfig()
  const may = useCan()
  const { isDark, toggle } = useColorScheme()
  const openPath = (href: string) => () => router.history.push(href)
  const rewards = rewardsHrefFor(config)
  return [
    {
      key: 'feed',
      icon: <IconHome {...iconProps} />,
      name: t('common:nav.feed'),
      open: openPath('/feed'),
    },
    ...(rewards === null
      ? []
      : [
          {
            key: 'rewards',
            icon: <IconGift {...iconProps} />,
            name: t('common:nav.rewards'),
            open: openPath(rewards),
          },
        ]),
    {
      key: 'profile',
      icon: <IconUser {...iconProps} />,
      name: t('common:menu.profile'),
      open: openPath(`/profile/${config.user.id}`),
    },
    {
      key: 'edit',
      icon: <IconPencil {...iconProps} />,
      name: t('place.edit_profile'),
      open: openPath('/edit-profile'),
    },
    ...(may('enter_settings')
      ? [
          {
            key: 'settings',
            icon: <IconSettings {...iconProps} />,
            name: t('common:nav.settings'),
            open: openPath('/settings'),
          },
        ]
      : []),
    ...settingsEntriesFor(config).map(({ key, to: href, Icon }) => ({
      key: href,
      icon: <Icon {...iconProps} />,
      name: t(`settings:menu.${key}`),
      open: openPath(href),
    })),
    {
      key: 'help',
      icon: <IconHelp {...iconProps} />,
      name: t('common:menu.help'),
      open: openPath('/help'),
    },
    {
      key: 'scheme',
      icon: isDark ? <IconSun {...iconProps} /> : <IconMoon {...iconProps} />,
      name: isDark ? t('common:menu.light') : t('common:menu.dark'),
      open: toggle,
    },
    {
      key: 'keys',
      icon: <IconKeyboard {...iconProps} />,
      name: t('common:menu.keys'),
      open: () => openOverlay('keys'),
    },
    ...(config.workspaces_count > 1 && !config.impersonated
      ? [
          {
            key: 'teams',
            icon: <IconArrowsExchange {...iconProps} />,
            name: t('common:switcher.title'),
            open: () => openOverlay('teams'),
          },
        ]
      : []),
    {
      key: 'leave',
      icon: <IconLogout {...iconProps} />,
      name: t('common:menu.logout'),
      open: logOut,
    },
  ]
}

/** Returns people, posts and pages that match; without a text, recent people and all pages. */
export function useSearchResults(typed: string) {
  const { t } = useTranslation('shell')
  const router = useRouter()
  const { user, workspace } = useConfig()
  const name = usePersonName()
  const text = typed.trim()
  const [search] = useDebouncedValue(text, debounceMs)
  const queryOptions = {
    enabled: search !== '' && text !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  }
  const people = useQuery({
    ...queryOptions,
    queryKey: ['people', search],
    queryFn: ({ signal }) => call('people.list', { query: { search }, signal }),
  })
  const posts = useQuery({
    ...queryOptions,
    queryKey: ['found_posts', search],
    queryFn: ({ signal }) => call('posts.list', { query: { search, limit: postsMax }, signal }),
  })
  const pages = usePageResults()
  const member = `${workspace.id}.${user.id}`

  const toPersonResult = (one: RecentPerson): SearchResult => ({
    key: one.id,
    icon: <UserAvatar user={one} size={32} />,
    name: one.name,
    ...(one.job_title ? { detail: one.job_title } : {}),
    open: () => {
      rememberPerson(member, one)
      router.history.push(`/profile/${one.id}`)
    },
  })
  const toPostResult = (one: Post): SearchResult => ({
    key: one.id,
    icon: <UserAvatar user={one.from} size={32} />,
    name: `${name(one.from)} → ${one.to.map(name).join(', ')}`,
    detail: one.description,
    open: () => router.history.push(`/posts/${one.id}`),
  })
  const allPostsResult: SearchResult = {
    key: 'all',
    icon: <IconSearch {...iconProps} />,
    name: t('search.all', { text }),
    open: () => router.history.push(`/feed?search=${encodeURIComponent(text)}`),
  }
  const foundPosts = text ? (posts.data ?? []) : []
  const groups: SearchResultGroup[] = text
    ? [
        { key: 'people', results: (people.data ?? []).slice(0, peopleMax).map(toPersonResult) },
        {
          key: 'posts',
          results: foundPosts.length ? [...foundPosts.map(toPostResult), allPostsResult] : [],
        },
        { key: 'places', results: pages.filter((page) => matchesSearch(page.name, text)) },
      ]
    : [
        { key: 'recent', results: loadRecentPeople(member).map(toPersonResult) },
        { key: 'places', results: pages },
      ]
  const failed = text ? [people, posts].filter((one) => one.isError) : []
  return {
    groups: groups.filter((group) => group.results.length),
    busy: text !== '' && (text !== search || people.isFetching || posts.isFetching),
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const one of failed) void one.refetch()
    },
  }
}
