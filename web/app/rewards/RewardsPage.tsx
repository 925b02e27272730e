import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BackToSettings } from '#web/app/BackToSettings.tsx'
import { useConfig, useMay } from '#web/app/config.ts'
import { Page } from '#web/ui/Page.tsx'
import css from './rewards.module.css'

/** The management of rewards: what there is, what was redeemed, and what pays for gift cards. */
export function RewardsPage({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation(['rewards', 'giftcards'])
  const { billing } = useConfig()
  const may = useMay()
  const active = { activeProps: { 'data-status': 'active' } }
  return (
    <Page title={t('admin.title')} back={<BackToSettings />} actions={actions}>
      <nav className={css['tabs']} aria-label={t('admin.title')}>
        <Link to="/settings/rewards/all" className={css['tab']} {...active}>{t('admin.all')}</Link>
        <Link to="/settings/rewards/purchases" className={css['tab']} {...active}>{t('admin.purchases')}</Link>
        {billing !== 'off' && may('manage_rewards_billing') ? <Link to="/settings/rewards/payment" className={css['tab']} {...active}>{t('giftcards:payment.tab')}</Link> : null}
      </nav>
      {children}
    </Page>
  )
}
