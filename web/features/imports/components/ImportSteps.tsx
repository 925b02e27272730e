import { useTranslation } from '#web/lib/translate.ts'
import { Steps as UiSteps } from '#web/ui/Steps.tsx'

const steps = ['upload', 'columns', 'confirm', 'done'] as const
export type ImportStep = (typeof steps)[number]

/** The four steps of an import. */
export function ImportSteps({
  current,
  complete = false,
}: {
  current: ImportStep
  complete?: boolean
}) {
  const { t } = useTranslation('imports')
  return (
    <UiSteps
      steps={steps.map((key) => ({ key, text: t(`steps.${key}`) }))}
      current={current}
      complete={complete}
      label={t('steps.label')}
      ready={t('steps.ready')}
    />
  )
}
