import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { BackArrow, backClass } from '#web/ui/Page.tsx'
import css from './rewards.module.css'

/** The two rooms of the management: what there is, and what was redeemed. */
export function Tabs() {
  const { t } = useTranslation('rewards')
  return (
    <nav className={css['tabs']} aria-label={t('admin.title')}>
      <Link to="/settings/rewards/all" className={css['tab']} activeProps={{ 'data-status': 'active' }}>{t('admin.all')}</Link>
      <Link to="/settings/rewards/purchases" className={css['tab']} activeProps={{ 'data-status': 'active' }}>{t('admin.purchases')}</Link>
    </nav>
  )
}
export function BackToSettings() {
  const { t } = useTranslation()
  return <Link to="/settings" className={backClass}><BackArrow />{t('nav.settings')}</Link>
}
export function BackToAll() {
  const { t } = useTranslation('rewards')
  return <Link to="/settings/rewards/all" className={backClass}><BackArrow />{t('admin.all')}</Link>
}
