import {
  IconAlertTriangle,
  IconAward,
  IconBell,
  IconCake,
  IconChartDots3,
  IconCoins,
  IconCreditCard,
  IconDoorExit,
  IconGift,
  IconHistory,
  IconKey,
  IconMessageHeart,
  IconPlugConnected,
  IconReportMoney,
  IconScale,
  IconSettings,
  IconSparkles,
  IconTags,
  IconUsers,
  IconUsersGroup,
  IconWallet,
} from '@tabler/icons-react'
import type { AppConfig } from '#contract/schemas/workspaces.ts'

const allSettingsEntries = [
  {
    key: 'dashboard',
    group: null,
    to: '/dashboard',
    ability: 'see_dashboard',
    Icon: IconChartDots3,
  },
  {
    key: 'global',
    group: 'workspace',
    to: '/settings/global',
    ability: 'manage_settings',
    Icon: IconSettings,
  },
  {
    key: 'team',
    group: 'recognition',
    to: '/settings/team',
    ability: 'manage_team',
    Icon: IconUsers,
  },
  {
    key: 'groups_page',
    group: 'recognition',
    to: '/settings/groups',
    ability: 'manage_team',
    Icon: IconUsersGroup,
  },
  {
    key: 'allowance_rules',
    group: 'recognition',
    to: '/settings/allowance-rules',
    ability: 'manage_settings',
    Icon: IconScale,
  },
  {
    key: 'budgets',
    group: 'recognition',
    to: '/settings/budgets',
    ability: 'manage_settings',
    Icon: IconWallet,
  },
  {
    key: 'celebrations',
    group: 'recognition',
    to: '/settings/celebrations',
    ability: 'manage_settings',
    Icon: IconCake,
  },
  {
    key: 'awards',
    group: 'recognition',
    to: '/settings/awards',
    ability: 'manage_settings',
    Icon: IconAward,
  },
  {
    key: 'bonuses',
    group: 'recognition',
    to: '/settings/bonuses',
    ability: 'manage_settings',
    Icon: IconCoins,
  },
  {
    key: 'nominations',
    group: 'recognition',
    to: '/settings/nominations',
    ability: 'manage_settings',
    Icon: IconMessageHeart,
  },
  {
    key: 'attributes',
    group: 'recognition',
    to: '/settings/attributes',
    ability: 'manage_team',
    Icon: IconTags,
  },
  {
    key: 'values',
    group: 'recognition',
    to: '/settings/values',
    ability: 'manage_values',
    Icon: IconSparkles,
  },
  {
    key: 'rewards',
    group: 'recognition',
    to: '/settings/rewards',
    ability: 'manage_rewards',
    Icon: IconGift,
  },
  {
    key: 'billing',
    group: 'workspace',
    to: '/settings/billing',
    ability: 'manage_billing',
    Icon: IconCreditCard,
  },
  {
    key: 'finance',
    group: 'workspace',
    to: '/settings/finance',
    ability: 'manage_finance',
    Icon: IconReportMoney,
  },
  {
    key: 'notifications',
    group: 'workspace',
    to: '/settings/notifications',
    ability: 'manage_notifications',
    Icon: IconBell,
  },
  {
    key: 'connections',
    group: 'workspace',
    to: '/settings/connections',
    ability: 'manage_settings',
    Icon: IconPlugConnected,
  },
  {
    key: 'sign_in',
    group: 'security',
    to: '/settings/sign-in',
    ability: 'manage_workspace',
    Icon: IconKey,
  },
  {
    key: 'leavers',
    group: 'security',
    to: '/settings/leavers',
    ability: 'manage_workspace',
    Icon: IconDoorExit,
  },
  {
    key: 'audit',
    group: 'security',
    to: '/settings/audit',
    ability: 'read_audit',
    Icon: IconHistory,
  },
  {
    key: 'danger',
    group: 'security',
    to: '/settings/danger',
    ability: 'manage_workspace',
    Icon: IconAlertTriangle,
  },
] as const

/** The groups of the settings navigation; the dashboard is an entry of the menu only. */
export const settingsGroups = ['recognition', 'workspace', 'security'] as const

/**
 * Returns the settings pages that the member may open, for the settings menu and the search. Names:
 * `settings:menu.<key>`.
 */
export const settingsEntriesFor = ({
  abilities,
  billing,
}: Pick<AppConfig, 'abilities' | 'billing'>) =>
  allSettingsEntries.filter(
    (entry) => abilities.includes(entry.ability) && (entry.key !== 'billing' || billing !== 'off'),
  )
