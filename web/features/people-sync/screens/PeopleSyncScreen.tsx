import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#web/lib/translate.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { SettingsFieldset } from '#web/shared/settings/SettingsFieldset.tsx'
import { Card } from '#web/ui/Card.tsx'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import { syncSettingsQuery } from '../api/queries.ts'
import { AttentionAlert } from '../components/AttentionAlert.tsx'
import { CheckFileSection } from '../components/CheckFileSection.tsx'
import { ColumnsSection } from '../components/ColumnsSection.tsx'
import { RunsSection } from '../components/RunsSection.tsx'
import { SourceSection } from '../components/SourceSection.tsx'

/** /settings/team/sync: how the file of an HR system keeps the people of the team. */
export function PeopleSyncScreen() {
  const { t } = useTranslation('imports')
  const settings = useQuery(syncSettingsQuery)
  usePageTitle(t('sync.title'))
  const { data } = settings
  return (
    <Page
      title={t('sync.title')}
      narrow
      back={
        <Link to="/settings/team" className={backClass}>
          <BackArrow />
          <span>{t('imports:back')}</span>
        </Link>
      }
    >
      {settings.isPending ? (
        <Card aria-busy="true">
          <Skeleton height={26} width="40%" mb={20} />
          <Skeleton height={220} />
        </Card>
      ) : null}
      {settings.isLoadingError ? (
        <ErrorState error={settings.error} retry={() => void settings.refetch()} />
      ) : null}
      {data ? (
        <SettingsFieldset label={t('sync.title')} lead={t('sync.lead')}>
          <AttentionAlert run={data.last_run} />
          <SourceSection settings={data} />
          <CheckFileSection settings={data} />
          <ColumnsSection settings={data} />
          <RunsSection />
        </SettingsFieldset>
      ) : null}
    </Page>
  )
}
