import { Link } from '@tanstack/react-router'
import type { Ability } from '#contract/permissions.ts'
import { limits } from '#contract/limits.ts'
import { useConfig, useCan } from '#web/shared/config.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { HelpAnswer, HelpSection } from './HelpSection.tsx'

const adminTopics = [
  { key: 'people', ability: 'manage_team', to: '/settings/team' },
  { key: 'permissions', ability: 'manage_team', to: '/settings/team' },
  { key: 'limits', ability: 'manage_settings', to: '/settings/global' },
  { key: 'balances', ability: 'adjust_balances', to: '/settings/team' },
  { key: 'values', ability: 'manage_values', to: '/settings/values' },
  { key: 'rewards', ability: 'manage_rewards', to: '/settings/rewards/all' },
  { key: 'purchases', ability: 'fulfil_purchases', to: '/settings/rewards/purchases' },
  { key: 'cards', ability: 'manage_rewards_billing', to: '/settings/rewards/payment' },
  { key: 'screen', ability: 'manage_settings', to: '/settings/global' },
  { key: 'reports', ability: 'see_dashboard', to: '/dashboard' },
  { key: 'billing', ability: 'manage_billing', to: '/settings/billing' },
  { key: 'danger', ability: 'manage_workspace', to: '/settings/danger' },
] as const satisfies { key: string; ability: Ability; to: string }[]

/** Help for administrators, each topic only with its ability; nothing for other members. */
export function AdminHelp() {
  const { t } = useTranslation('help')
  const { billing } = useConfig()
  const can = useCan()
  const own = adminTopics.filter(
    ({ key, ability }) => can(ability) && (key !== 'billing' || billing !== 'off'),
  )
  if (!own.length) return null
  return (
    <HelpSection id="administrators" title={t('admin.title')}>
      {own.map(({ key, to }) => (
        <HelpAnswer key={key} title={t(`admin.${key}`)}>
          <p>
            {t(`admin.${key}_text`, { max: limits.values_max })}{' '}
            <Link to={to}>{t(`admin.${key}_link`)}</Link>
          </p>
        </HelpAnswer>
      ))}
    </HelpSection>
  )
}
