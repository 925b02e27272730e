import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/lib/translate.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { SettingsFieldset } from '#web/shared/settings/SettingsFieldset.tsx'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { scimSettingsQuery } from '../api/queries.ts'
import { ActivitySection } from '../components/ActivitySection.tsx'
import { GroupsSection } from '../components/GroupsSection.tsx'
import { PausedAlert, ScimRules } from '../components/ScimRules.tsx'
import { TokensSection } from '../components/TokensSection.tsx'

/** /settings/scim: how an identity provider keeps the people of the team. */
export function ScimScreen() {
  const { t } = useTranslation('connections')
  const settings = useQuery(scimSettingsQuery)
  usePageTitle(t('scim.title'))
  return (
    <Page title={t('scim.title')} narrow back={<SettingsNavigation />}>
      {settings.isPending ? (
        <Card aria-busy="true">
          <Skeleton height={180} />
        </Card>
      ) : null}
      {settings.isLoadingError ? (
        <ErrorState error={settings.error} retry={() => void settings.refetch()} />
      ) : null}
      {settings.data ? (
        <SettingsFieldset label={t('scim.title')} lead={t('scim.lead')}>
          {settings.data.paused_at ? <PausedAlert /> : null}
          <TokensSection settings={settings.data} />
          <ScimRules settings={settings.data} />
          <GroupsSection />
          <ActivitySection />
        </SettingsFieldset>
      ) : null}
    </Page>
  )
}
