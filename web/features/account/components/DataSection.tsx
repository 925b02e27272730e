import { useConfig } from '#web/app/config.ts'
import { SaveDataButton } from '#web/app/leaving/SaveDataButton.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Section } from './Section.tsx'

/** Everything that is kept about oneself, to take along. */
export function DataSection() {
  const { t } = useTranslation('leaving')
  const { impersonated } = useConfig()
  return (
    <Section
      title={t('data.title')}
      text={impersonated ? t('account:oneself') : t('data.text')}
      action={impersonated ? null : <SaveDataButton />}
    />
  )
}
