import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { BackArrow, backClass } from '#web/ui/Page.tsx'

export { RewardsTabs as Tabs } from '#web/app/rewards/RewardsTabs.tsx'
export function BackToSettings() {
  const { t } = useTranslation()
  return <Link to="/settings" className={backClass}><BackArrow />{t('nav.settings')}</Link>
}
export function BackToAll() {
  const { t } = useTranslation('rewards')
  return <Link to="/settings/rewards/all" className={backClass}><BackArrow />{t('admin.all')}</Link>
}
