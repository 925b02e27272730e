import {
  IconAlertTriangle,
  IconBell,
  IconChartDots3,
  IconCreditCard,
  IconGift,
  IconHistory,
  IconPlugConnected,
  IconSettings,
  IconSparkles,
  IconUsers,
} from '@tabler/icons-react'
import type { AppConfig } from '#contract/schemas/workspaces.ts'

const allSettingsEntries = [
  { key: 'dashboard', to: '/dashboard', ability: 'see_dashboard', Icon: IconChartDots3 },
  { key: 'global', to: '/settings/global', ability: 'manage_settings', Icon: IconSettings },
  { key: 'team', to: '/settings/team', ability: 'manage_team', Icon: IconUsers },
  { key: 'values', to: '/settings/values', ability: 'manage_values', Icon: IconSparkles },
  { key: 'rewards', to: '/settings/rewards/all', ability: 'manage_rewards', Icon: IconGift },
  { key: 'billing', to: '/settings/billing', ability: 'manage_billing', Icon: IconCreditCard },
  {
    key: 'notifications',
    to: '/settings/notifications',
    ability: 'manage_notifications',
    Icon: IconBell,
  },
  {
    key: 'connections',
    to: '/settings/connections',
    ability: 'manage_settings',
    Icon: IconPlugConnected,
  },
  { key: 'audit', to: '/settings/audit', ability: 'read_audit', Icon: IconHistory },
  { key: 'danger', to: '/settings/danger', ability: 'manage_workspace', Icon: IconAlertTriangle },
] as const

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
