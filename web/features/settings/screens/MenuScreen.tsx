import { IconAlertTriangle, IconBell, IconChartDots3, IconCreditCard, IconGift, IconHistory, IconSettings, IconSparkles, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useConfig, useMay } from '#web/app/config.ts'
import { useTitle } from '#web/app/title.ts'
import { Page } from '#web/ui/Page.tsx'
import css from '../components/settings.module.css'

const entries = [
  { key: 'dashboard', to: '/dashboard', ability: 'see_dashboard', Icon: IconChartDots3 },
  { key: 'global', to: '/settings/global', ability: 'manage_settings', Icon: IconSettings },
  { key: 'team', to: '/settings/team', ability: 'manage_team', Icon: IconUsers },
  { key: 'values', to: '/settings/values', ability: 'manage_values', Icon: IconSparkles },
  { key: 'rewards', to: '/settings/rewards/all', ability: 'manage_rewards', Icon: IconGift },
  { key: 'billing', to: '/settings/billing', ability: 'manage_billing', Icon: IconCreditCard },
  { key: 'notifications', to: '/settings/notifications', ability: 'manage_notifications', Icon: IconBell },
  { key: 'audit', to: '/settings/audit', ability: 'read_audit', Icon: IconHistory },
  { key: 'danger', to: '/settings/danger', ability: 'manage_workspace', Icon: IconAlertTriangle },
] as const

/** The settings menu: what this administrator may manage. */
export function MenuScreen() {
  const { t } = useTranslation('settings')
  const may = useMay()
  const { billing } = useConfig()
  useTitle(t('title'))
  return (
    <Page title={t('title')}>
      <ul className={css['menu']}>
        {entries.filter((entry) => may(entry.ability) && (entry.key !== 'billing' || billing !== 'off')).map(({ key, to, Icon }) => (
          <li key={key}>
            <Link to={to} className={css['entry']}><span><Icon size={24} aria-hidden="true" /></span><span><strong>{t(`menu.${key}`)}</strong><small>{t(`menu.${key}_text`)}</small></span></Link>
          </li>
        ))}
      </ul>
    </Page>
  )
}
