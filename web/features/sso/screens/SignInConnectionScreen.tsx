import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from '#web/lib/translate.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { SettingsFieldset } from '#web/shared/settings/SettingsFieldset.tsx'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import { type SsoConnection, type SsoSettings, ssoSettingsQuery } from '../api/queries.ts'
import { AccessDetails } from '../components/AccessDetails.tsx'
import { ClaimDetails } from '../components/ClaimDetails.tsx'
import { ConnectionSummary } from '../components/ConnectionSummary.tsx'
import { DeleteConnection } from '../components/DeleteConnection.tsx'
import { PeopleSection } from '../components/PeopleSection.tsx'
import { OidcDetails } from '../components/OidcDetails.tsx'
import { ProviderGuide } from '../components/ProviderGuide.tsx'
import { SamlDetails } from '../components/SamlDetails.tsx'

const detailsByProtocol = { oidc: OidcDetails, saml: SamlDetails } as const

function ConnectionParts({
  connection,
  settings,
}: {
  connection: SsoConnection
  settings: SsoSettings
}) {
  const Details = detailsByProtocol[connection.protocol]
  return (
    <SettingsFieldset label={connection.name}>
      <ConnectionSummary connection={connection} />
      <ProviderGuide connection={connection} />
      <Details connection={connection} />
      <AccessDetails connection={connection} domains={settings.domains} />
      <ClaimDetails connection={connection} />
      <PeopleSection key={connection.id} connection={connection} />
      <DeleteConnection connection={connection} />
    </SettingsFieldset>
  )
}

/** /settings/sign-in/connections/:id: the set-up of a connection. */
export function SignInConnectionScreen() {
  const { t } = useTranslation('connections')
  const { id } = useParams({ strict: false })
  const settings = useQuery(ssoSettingsQuery)
  const connection = settings.data?.connections.find((one) => one.id === id)
  const title = connection?.name ?? t('sso.connection.one')
  usePageTitle(title)
  return (
    <Page
      title={title}
      narrow
      back={
        <>
          <SettingsNavigation hasBackLink={false} />
          <Link to="/settings/sign-in" className={backClass}>
            <BackArrow />
            {t('sso.title')}
          </Link>
        </>
      }
    >
      {settings.isPending ? (
        <Card aria-busy="true">
          <Skeleton height={220} />
        </Card>
      ) : null}
      {settings.isLoadingError ? (
        <ErrorState error={settings.error} retry={() => void settings.refetch()} />
      ) : null}
      {settings.data && !connection ? (
        <EmptyState art="lost" level={2} title={t('sso.connection.gone')} />
      ) : null}
      {settings.data && connection ? (
        <ConnectionParts connection={connection} settings={settings.data} />
      ) : null}
    </Page>
  )
}
