import { useTranslation } from '#web/lib/translate.ts'
import { Steps } from '#web/ui/Steps.tsx'

/** The four steps of an import of posts. */
export function HistorySteps({
  current,
  complete = false,
}: {
  current: 'upload' | 'columns' | 'compare' | 'done'
  complete?: boolean
}) {
  const { t } = useTranslation('imports')
  return (
    <Steps
      steps={[
        { key: 'upload', text: t('steps.upload') },
        { key: 'columns', text: t('steps.columns') },
        { key: 'compare', text: t('history.compare') },
        { key: 'done', text: t('steps.done') },
      ]}
      current={current}
      complete={complete}
      label={t('steps.label')}
      ready={t('steps.ready')}
    />
  )
}
