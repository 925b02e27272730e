import {
  IconArrowsExchange,
  IconDeviceTv,
  IconFileImport,
  IconGift,
  IconHeartHandshake,
  IconHelp,
  IconHome,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconPencil,
  IconSettings,
  IconSun,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from '#web/lib/translate.ts'
import { logOut, useColorScheme } from '#web/shared/session-actions.ts'
import { openComposer, openOverlay } from '#web/shared/overlay-state.ts'
import { rewardsHrefFor, useConfig, useCan } from '#web/shared/config.ts'
import { settingsEntriesFor } from '#web/shared/settings/settings-entries.ts'
import type { SearchResult } from './search-result.ts'

const iconProps = { size: 20, 'aria-hidden': true } as const

function useOpenPath() {
  const router = useRouter()
  return (href: string) => () => router.history.push(href)
}

/** Returns the pages that this member may open. */
function usePageResults(): SearchResult[] {
  const { t } = useTranslation('shell')
  const config = useConfig()
  const can = useCan()
  const openPath = useOpenPath()
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
    ...(can('enter_settings')
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
      // The shop has the name of its settings.
      name: key === 'rewards' ? t('common:menu.rewards') : t(`settings:menu.${key}`),
      open: openPath(href),
    })),
    {
      key: 'tv',
      icon: <IconDeviceTv {...iconProps} />,
      name: t('place.office_screen'),
      open: openPath('/tv'),
    },
    {
      key: 'help',
      icon: <IconHelp {...iconProps} />,
      name: t('common:menu.help'),
      open: openPath('/help'),
    },
  ]
}

/** Returns the actions that this member may start on any page. */
function useStartResults(): SearchResult[] {
  const { t } = useTranslation('shell')
  const can = useCan()
  const { impersonated } = useConfig()
  const openPath = useOpenPath()
  return [
    {
      key: 'thank',
      icon: <IconHeartHandshake {...iconProps} />,
      name: t('common:give_thanks'),
      open: openComposer,
    },
    ...(can('manage_team') && !impersonated
      ? [
          {
            key: 'invite',
            icon: <IconUserPlus {...iconProps} />,
            name: t('action.invite'),
            open: openPath('/settings/team/invite'),
          },
        ]
      : []),
    ...(can('manage_rewards')
      ? [
          {
            key: 'new_reward',
            icon: <IconGift {...iconProps} />,
            name: t('action.new_reward'),
            open: openPath('/settings/rewards/new'),
          },
        ]
      : []),
    ...(can('manage_workspace')
      ? [
          {
            key: 'import_posts',
            icon: <IconFileImport {...iconProps} />,
            name: t('settings:global.moving.open'),
            open: openPath('/settings/history-imports'),
          },
        ]
      : []),
  ]
}

/** Returns the actions of the user menu. */
function useMenuResults(): SearchResult[] {
  const { t } = useTranslation('shell')
  const config = useConfig()
  const { isDark, toggle } = useColorScheme()
  const openPath = useOpenPath()
  return [
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
    ...(config.impersonated
      ? []
      : [
          {
            key: 'teams',
            icon: <IconArrowsExchange {...iconProps} />,
            ...(config.workspaces_count > 1
              ? { name: t('common:switcher.title'), open: () => openOverlay('teams') }
              : { name: t('common:switcher.other'), open: openPath('/workspaces') }),
          },
        ]),
    {
      key: 'leave',
      icon: <IconLogout {...iconProps} />,
      name: t('common:menu.logout'),
      open: logOut,
    },
  ]
}

/** Returns the pages that this member may open, and the actions that they may start. */
export const usePlaceResults = (): { places: SearchResult[]; actions: SearchResult[] } => ({
  places: usePageResults(),
  actions: [...useStartResults(), ...useMenuResults()],
})
