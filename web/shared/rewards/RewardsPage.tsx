import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { OpenPurchasesBadge } from '#web/shared/purchases/OpenPurchasesBadge.tsx'
import { useConfig, useCan } from '#web/shared/config.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Page } from '#web/ui/Page.tsx'
import { tabClass, Tabs } from '#web/ui/Tabs.tsx'

/** Lays out the pages of reward management: rewards, purchases, payment of gift cards. */
export function RewardsPage({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation(['rewards', 'giftcards'])
  const { billing } = useConfig()
  const can = useCan()
  return (
    <Page title={t('admin.title')} back={<SettingsNavigation />} actions={actions}>
      <Tabs label={t('admin.title')}>
        <Link to="/settings/rewards/purchases" className={tabClass}>
          {t('admin.purchases')}
          {can('fulfil_purchases') ? <OpenPurchasesBadge /> : null}
        </Link>
        <Link to="/settings/rewards/all" className={tabClass}>
          {t('admin.all')}
        </Link>
        {billing !== 'off' && can('manage_rewards_billing') ? (
          <Link to="/settings/rewards/payment" className={tabClass}>
            {t('giftcards:payment.tab')}
          </Link>
        ) : null}
      </Tabs>
      {children}
    </Page>
  )
}
