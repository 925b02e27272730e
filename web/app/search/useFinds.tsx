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
import type { Post } from '#contract/posts.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { leave, useScheme } from '../acts.ts'
import { openSheet } from '../commands.ts'
import { rewardsHref, useConfig, useMay } from '../config.ts'
import { usePersonName } from '../person.ts'
import { settingsEntries } from '../settingsEntries.ts'
import { type Recent, recentOf, remember } from './recent.ts'

export type Find = {
  key: string
  face: ReactNode
  name: string
  detail?: string
  go: () => unknown
}
export type Group = { key: 'recent' | 'people' | 'posts' | 'places'; finds: Find[] }

const icon = { size: 20, 'aria-hidden': true } as const
const wait_ms = 150
const people_max = 5
const posts_max = 4
const folded = (text: string) => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
/** Every word that is looked for begins a word of the name. */
export function matches(name: string, search: string): boolean {
  const words = folded(name).split(/[^\p{L}\p{N}]+/u)
  return folded(search)
    .split(/\s+/)
    .every((one) => words.some((word) => word.startsWith(one)))
}

/** Pages this member may go to, and what can be done from anywhere. */
function usePlaces(): Find[] {
  const { t } = useTranslation('shell')
  const router = useRouter()
  const config = useConfig()
  const may = useMay()
  const { dark, turn } = useScheme()
  const to = (href: string) => () => router.history.push(href)
  const rewards = rewardsHref(config)
  return [
    { key: 'feed', face: <IconHome {...icon} />, name: t('common:nav.feed'), go: to('/feed') },
    ...(rewards === null
      ? []
      : [
          {
            key: 'rewards',
            face: <IconGift {...icon} />,
            name: t('common:nav.rewards'),
            go: to(rewards),
          },
        ]),
    {
      key: 'profile',
      face: <IconUser {...icon} />,
      name: t('common:menu.profile'),
      go: to(`/profile/${config.user.id}`),
    },
    {
      key: 'edit',
      face: <IconPencil {...icon} />,
      name: t('place.edit_profile'),
      go: to('/edit-profile'),
    },
    ...(may('enter_settings')
      ? [
          {
            key: 'settings',
            face: <IconSettings {...icon} />,
            name: t('common:nav.settings'),
            go: to('/settings'),
          },
        ]
      : []),
    ...settingsEntries(config).map(({ key, to: href, Icon }) => ({
      key: href,
      face: <Icon {...icon} />,
      name: t(`settings:menu.${key}`),
      go: to(href),
    })),
    { key: 'help', face: <IconHelp {...icon} />, name: t('common:menu.help'), go: to('/help') },
    {
      key: 'scheme',
      face: dark ? <IconSun {...icon} /> : <IconMoon {...icon} />,
      name: dark ? t('common:menu.light') : t('common:menu.dark'),
      go: turn,
    },
    {
      key: 'keys',
      face: <IconKeyboard {...icon} />,
      name: t('common:menu.keys'),
      go: () => openSheet('keys'),
    },
    ...(config.workspaces_count > 1 && !config.impersonated
      ? [
          {
            key: 'teams',
            face: <IconArrowsExchange {...icon} />,
            name: t('common:switcher.title'),
            go: () => openSheet('teams'),
          },
        ]
      : []),
    { key: 'leave', face: <IconLogout {...icon} />, name: t('common:menu.logout'), go: leave },
  ]
}

/**
 * What is found for these words: people, posts, places. Without words whom one looked for last, and
 * the places.
 */
export function useFinds(typed: string) {
  const { t } = useTranslation('shell')
  const router = useRouter()
  const { user, workspace } = useConfig()
  const name = usePersonName()
  const text = typed.trim()
  const [search] = useDebouncedValue(text, wait_ms)
  const asked = {
    enabled: search !== '' && text !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  }
  const people = useQuery({
    ...asked,
    queryKey: ['people', search],
    queryFn: ({ signal }) => call('people.list', { query: { search }, signal }),
  })
  const posts = useQuery({
    ...asked,
    queryKey: ['found_posts', search],
    queryFn: ({ signal }) => call('posts.list', { query: { search, limit: posts_max }, signal }),
  })
  const places = usePlaces()
  const member = `${workspace.id}.${user.id}`

  const person = (one: Recent): Find => ({
    key: one.id,
    face: <UserAvatar user={one} size={32} />,
    name: one.name,
    ...(one.job_title ? { detail: one.job_title } : {}),
    go: () => {
      remember(member, one)
      router.history.push(`/profile/${one.id}`)
    },
  })
  const post = (one: Post): Find => ({
    key: one.id,
    face: <UserAvatar user={one.from} size={32} />,
    name: `${name(one.from)} → ${one.to.map(name).join(', ')}`,
    detail: one.description,
    go: () => router.history.push(`/posts/${one.id}`),
  })
  const all: Find = {
    key: 'all',
    face: <IconSearch {...icon} />,
    name: t('search.all', { text }),
    go: () => router.history.push(`/feed?search=${encodeURIComponent(text)}`),
  }
  const foundPosts = text ? (posts.data ?? []) : []
  const groups: Group[] = text
    ? [
        { key: 'people', finds: (people.data ?? []).slice(0, people_max).map(person) },
        { key: 'posts', finds: foundPosts.length ? [...foundPosts.map(post), all] : [] },
        { key: 'places', finds: places.filter((place) => matches(place.name, text)) },
      ]
    : [
        { key: 'recent', finds: recentOf(member).map(person) },
        { key: 'places', finds: places },
      ]
  const failed = text ? [people, posts].filter((one) => one.isError) : []
  return {
    groups: groups.filter((group) => group.finds.length),
    busy: text !== '' && (text !== search || people.isFetching || posts.isFetching),
    error: failed[0]?.error ?? null,
    again: () => {
      for (const one of failed) void one.refetch()
    },
  }
}
