import { useConfig } from '#web/shared/config.ts'
import { ExportDataButton } from '#web/shared/workspaces/ExportDataButton.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { AccountSection } from './AccountSection.tsx'

/** Downloads all personal data of the user. */
export function ExportDataSection() {
  const { t } = useTranslation('leaving')
  const { impersonated } = useConfig()
  return (
    <AccountSection
      title={t('data.title')}
      text={impersonated ? t('account:oneself') : t('data.text')}
      action={impersonated ? null : <ExportDataButton />}
    />
  )
}
