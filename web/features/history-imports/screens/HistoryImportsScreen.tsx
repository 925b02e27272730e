import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { SettingsFieldset } from '#web/shared/settings/SettingsFieldset.tsx'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { Page } from '#web/ui/Page.tsx'
import { HistorySteps } from '../components/HistorySteps.tsx'
import { ImportsSection } from '../components/ImportsSection.tsx'
import { UploadSection } from '../components/UploadSection.tsx'

/** /settings/history-imports: upload the posts of another product, and the imports so far. */
export function HistoryImportsScreen() {
  const { t } = useTranslation('imports')
  usePageTitle(t('history.title'))
  return (
    <Page title={t('history.title')} narrow back={<SettingsNavigation />}>
      <SettingsFieldset
        label={t('history.title')}
        lead={t('history.lead', { days: limits.history_undo_days })}
      >
        <HistorySteps current="upload" />
        <UploadSection />
        <ImportsSection />
      </SettingsFieldset>
    </Page>
  )
}
