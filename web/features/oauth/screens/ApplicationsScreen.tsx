import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/lib/translate.ts'
import { call } from '#web/lib/client.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { SettingsFieldset } from '#web/shared/settings/SettingsFieldset.tsx'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PolicySection } from '../components/PolicySection.tsx'
import { ClientsSection } from '../components/ClientsSection.tsx'

/** /settings/applications: which applications people of the team may connect. */
export function ApplicationsScreen() {
  const { t } = useTranslation('connections')
  const policy = useQuery({
    queryKey: queryKey('oauth_policy'),
    queryFn: ({ signal }) => call('oauth.policy', { signal }),
  })
  usePageTitle(t('applications.title'))
  return (
    <Page title={t('applications.title')} narrow back={<SettingsNavigation />}>
      {policy.isPending ? (
        <Card aria-busy="true">
          <Skeleton height={180} />
        </Card>
      ) : null}
      {policy.isLoadingError ? (
        <ErrorState error={policy.error} retry={() => void policy.refetch()} />
      ) : null}
      {policy.data ? (
        <SettingsFieldset label={t('applications.title')} lead={t('applications.lead')}>
          <PolicySection policy={policy.data} />
          <ClientsSection policy={policy.data} />
        </SettingsFieldset>
      ) : null}
    </Page>
  )
}
