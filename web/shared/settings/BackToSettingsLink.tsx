import { Link } from '@tanstack/react-router'
import { useTranslation } from '#web/lib/translate.ts'
import { BackArrow, backClass } from '#web/ui/Page.tsx'

export function BackToSettingsLink() {
  const { t } = useTranslation()
  return (
    <Link to="/settings" className={backClass}>
      <BackArrow />
      {t('nav.settings')}
    </Link>
  )
}
