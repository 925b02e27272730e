import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#web/lib/translate.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { SettingsFieldset } from '#web/shared/settings/SettingsFieldset.tsx'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ssoSettingsQuery } from '../api/queries.ts'
import { AddressSection } from '../components/AddressSection.tsx'
import { ConnectionsSection } from '../components/ConnectionsSection.tsx'
import { DomainsSection } from '../components/DomainsSection.tsx'
import { RulesSection } from '../components/RulesSection.tsx'
import css from '../components/sso-settings.module.css'

/** /settings/sign-in: domains, connections, rules and the address of the sign-in page. */
export function SignInSettingsScreen() {
  const { t } = useTranslation('connections')
  const settings = useQuery(ssoSettingsQuery)
  usePageTitle(t('sso.title'))
  return (
    <Page title={t('sso.title')} narrow back={<SettingsNavigation />}>
      {settings.isPending ? (
        <div className={css['page']} aria-busy="true">
          {[0, 1, 2, 3].map((index) => (
            <Card key={index}>
              <Skeleton height={130} />
            </Card>
          ))}
        </div>
      ) : null}
      {settings.isLoadingError ? (
        <ErrorState error={settings.error} retry={() => void settings.refetch()} />
      ) : null}
      {settings.data ? (
        <SettingsFieldset label={t('sso.title')} lead={t('sso.lead')}>
          <DomainsSection settings={settings.data} />
          <ConnectionsSection settings={settings.data} />
          <RulesSection settings={settings.data} />
          <AddressSection settings={settings.data} />
          <SettingsSection title={t('scim.open_title')} text={t('scim.open')}>
            <div>
              <Button component={Link} to="/settings/scim" variant="default">
                {t('scim.open_action')}
              </Button>
            </div>
          </SettingsSection>
          <SettingsSection title={t('applications.title')} text={t('applications.open')}>
            <div>
              <Button component={Link} to="/settings/applications" variant="default">
                {t('applications.open_action')}
              </Button>
            </div>
          </SettingsSection>
        </SettingsFieldset>
      ) : null}
    </Page>
  )
}
