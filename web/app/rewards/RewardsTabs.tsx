import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useConfig, useMay } from '#web/app/config.ts'
import { tabClass, Tabs } from '#web/ui/Tabs.tsx'

/** The rooms of the management: what there is, what was redeemed, and what pays for gift cards. */
export function RewardsTabs() {
  const { t } = useTranslation(['rewards', 'giftcards'])
  const { billing } = useConfig()
  const may = useMay()
  return (
    <Tabs label={t('admin.title')}>
      <Link to="/settings/rewards/all" className={tabClass}>{t('admin.all')}</Link>
      <Link to="/settings/rewards/purchases" className={tabClass}>{t('admin.purchases')}</Link>
      {billing !== 'off' && may('manage_rewards_billing') ? <Link to="/settings/rewards/payment" className={tabClass}>{t('giftcards:payment.tab')}</Link> : null}
    </Tabs>
  )
}
