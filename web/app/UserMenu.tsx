import { Menu } from '@mantine/core'
import {
  IconArrowsExchange,
  IconChartDots3,
  IconCheck,
  IconChevronDown,
  IconChevronUp,
  IconCreditCard,
  IconGift,
  IconHelp,
  IconHierarchy,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMessage,
  IconMoon,
  IconSettings,
  IconSun,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Language } from '#contract/schemas/common.ts'
import { type ReactElement, useState } from 'react'
import { loadOrganizationMenuItems } from '#web/app/load-organization-menu-items.ts'
import { bcp47Tag, languageNames, languages, setLanguage } from '#web/lib/i18n.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { logOut, useColorScheme } from '#web/shared/session-actions.ts'
import { openOverlay } from '#web/shared/overlay-state.ts'
import { usePatchConfig, useConfig, useCan } from '#web/shared/config.ts'
import { loadOpenPurchases } from '#web/shared/purchases/lazy-open-purchases.tsx'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { useCall } from '#web/shared/use-call.ts'
import { lazyWithFallback } from '#web/ui/lazy.tsx'

const iconProps = { size: 18, 'aria-hidden': true } as const
/** Touch screens have no keyboard shortcuts. */
const hasMouse = () => !window.matchMedia('(hover: none)').matches

const OpenPurchasesBadge = lazyWithFallback(() =>
  loadOpenPurchases().then((code) => code.OpenPurchasesBadge),
)

const OrganizationMenuItems = lazyWithFallback(() =>
  loadOrganizationMenuItems().then((code) => code.OrganizationMenuItems),
)

function Preferences() {
  const { t, i18n } = useTranslation()
  const { isDark, toggle } = useColorScheme()
  const [areLanguagesOpen, setLanguagesOpen] = useState(false)
  const change = usePatchConfig()
  const saveLanguage = useCall('profiles.update_me', {
    input: (language: Language) => ({ body: { language } }),
    // The texts of the new language are there at once, unless they cannot be loaded.
    onMutate: async (language) => {
      const before = i18n.language as Language
      await setLanguage(language)
      return before
    },
    updateCache: (user) => change({ user }),
    // Texts of the server stay in the former language until they are refetched.
    except: 'everything',
    onError: async (error, _, before) => {
      if (before) await setLanguage(before)
      notifyError(t, error)
    },
  })
  return (
    <>
      <Menu.Item
        closeMenuOnClick={false}
        leftSection={isDark ? <IconSun {...iconProps} /> : <IconMoon {...iconProps} />}
        onClick={toggle}
      >
        {isDark ? t('menu.light') : t('menu.dark')}
      </Menu.Item>
      <Menu.Item
        closeMenuOnClick={false}
        aria-expanded={areLanguagesOpen}
        leftSection={<IconLanguage {...iconProps} />}
        rightSection={
          areLanguagesOpen ? <IconChevronUp {...iconProps} /> : <IconChevronDown {...iconProps} />
        }
        onClick={() => setLanguagesOpen(!areLanguagesOpen)}
      >
        {t('menu.language')}
      </Menu.Item>
      {areLanguagesOpen
        ? languages.map((language) => (
            <Menu.Item
              key={language}
              lang={bcp47Tag(language)}
              aria-current={i18n.language === language}
              py={6}
              pl={42}
              fw={i18n.language === language ? 650 : 400}
              onClick={() => saveLanguage.mutate(language)}
              rightSection={i18n.language === language ? <IconCheck {...iconProps} /> : null}
            >
              {languageNames[language]}
            </Menu.Item>
          ))
        : null}
    </>
  )
}

/** Links to the own profile and to the pages that the member may open. */
function PageItems() {
  const { t } = useTranslation()
  const { user, workspace, billing, has_reports: hasReports } = useConfig()
  const can = useCan()
  const active = workspace.billing_active
  return (
    <>
      {active && (
        <Menu.Item
          component={Link}
          to={`/profile/${user.id}`}
          leftSection={<IconUser {...iconProps} />}
        >
          {t('menu.profile')}
        </Menu.Item>
      )}
      {active && <OrganizationMenuItems />}
      {active && can('see_dashboard') && (
        <Menu.Item component={Link} to="/dashboard" leftSection={<IconChartDots3 {...iconProps} />}>
          {t('menu.dashboard')}
        </Menu.Item>
      )}
      {active && hasReports && (
        <Menu.Item component={Link} to="/my-team" leftSection={<IconHierarchy {...iconProps} />}>
          {t('nav.my_team')}
        </Menu.Item>
      )}
      {active && can('enter_settings') && (
        <Menu.Item component={Link} to="/settings" leftSection={<IconSettings {...iconProps} />}>
          {t('menu.settings')}
        </Menu.Item>
      )}
      {active && can('manage_team') && (
        <Menu.Item component={Link} to="/settings/team" leftSection={<IconUsers {...iconProps} />}>
          {t('menu.team')}
        </Menu.Item>
      )}
      {active && can('manage_rewards') && (
        <Menu.Item
          component={Link}
          // On phones this is the way to the purchases, which the header links on wide screens.
          to={can('fulfil_purchases') ? '/settings/rewards/purchases' : '/settings/rewards/all'}
          leftSection={<IconGift {...iconProps} />}
          rightSection={can('fulfil_purchases') ? <OpenPurchasesBadge /> : null}
        >
          {t('menu.rewards')}
        </Menu.Item>
      )}
      {billing !== 'off' && can('manage_billing') && (
        <Menu.Item
          component={Link}
          to="/settings/billing"
          leftSection={<IconCreditCard {...iconProps} />}
        >
          {t('menu.billing')}
        </Menu.Item>
      )}
    </>
  )
}

/**
 * The user menu: profile, settings and management by permission, teams, language, color scheme,
 * help, feedback, log out.
 */
export function UserMenu({ target }: { target: ReactElement }) {
  const { t } = useTranslation()
  const {
    user,
    workspace,
    workspaces_count: workspacesCount,
    impersonated,
    feedback_url: feedbackUrl,
  } = useConfig()
  const active = workspace.billing_active
  return (
    <Menu position="bottom-end" width={290} radius="lg" shadow="lg">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.name}</Menu.Label>
        <PageItems />
        {!impersonated && (
          <Menu.Item
            leftSection={<IconArrowsExchange {...iconProps} />}
            {...(workspacesCount > 1
              ? { onClick: () => openOverlay('teams') }
              : { component: Link, to: '/workspaces' })}
          >
            {t(workspacesCount > 1 ? 'switcher.title' : 'switcher.other')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Preferences />
        <Menu.Divider />
        {active && (
          <Menu.Item component={Link} to="/help" leftSection={<IconHelp {...iconProps} />}>
            {t('menu.help')}
          </Menu.Item>
        )}
        {feedbackUrl && (
          <Menu.Item
            component="a"
            href={feedbackUrl}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconMessage {...iconProps} />}
          >
            {t('menu.feedback')}
          </Menu.Item>
        )}
        {active && hasMouse() && (
          <Menu.Item
            leftSection={<IconKeyboard {...iconProps} />}
            onClick={() => openOverlay('keys')}
          >
            {t('menu.keys')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout {...iconProps} />} onClick={() => void logOut()}>
          {t('menu.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
