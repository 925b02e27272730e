import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { type AppCheckCall, type ChatConnection, useDownloadPackage } from '../api/queries.ts'
import { CheckButton, CheckResults } from './AppCheck.tsx'
import css from './chat.module.css'
import { CopyField } from '#web/shared/settings/CopyField.tsx'
import { CredentialsForm } from './CredentialsForm.tsx'
import { SetupSteps, useSetupSteps } from './SetupSteps.tsx'

/** Pages of Microsoft. They are texts, because their addresses are the same in every language. */
const botsPage = 'dev.teams.microsoft.com/tools/bots'
const adminPage = 'admin.teams.microsoft.com/policies/manage-apps'

function RegisterStep({ app, onNext }: { app: ChatConnection; onNext: () => void }) {
  const { t } = useTranslation('connections')
  return (
    <>
      <ol className={css['instructions']}>
        <li>{t('app.teams.register_open', { page: botsPage })}</li>
        <li>{t('app.teams.register_endpoint')}</li>
        <li>{t('app.teams.register_secret')}</li>
      </ol>
      <CopyField label={t('app.teams.endpoint')} value={app.request_url} />
      <div className={css['acts']}>
        <Button onClick={onNext}>{t('app.step.next')}</Button>
      </div>
    </>
  )
}

/** Downloads the app package, which an administrator of Teams uploads. */
function PackageStep({ onNext }: { onNext: () => void }) {
  const { t } = useTranslation('connections')
  const download = useDownloadPackage({ onError: (error) => notifyError(t, error) })
  return (
    <>
      <ol className={css['instructions']}>
        <li>{t('app.teams.package_download')}</li>
        <li>{t('app.teams.package_upload', { page: adminPage })}</li>
        <li>{t('app.teams.package_allow')}</li>
      </ol>
      <div className={css['acts']}>
        <Button
          variant={download.isSuccess ? 'default' : 'filled'}
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('app.teams.package_action')}
        </Button>
        <Button variant={download.isSuccess ? 'filled' : 'default'} onClick={onNext}>
          {t('app.step.next')}
        </Button>
      </div>
    </>
  )
}

/** Returns the step with which a setup goes on. */
function firstStep({ state, state_reason: reason }: ChatConnection): number {
  if (state === 'none') return 0
  return state === 'disconnected' && reason === 'credentials' ? 1 : 2
}

/** The way to an app in Microsoft Teams. */
export function TeamsSetup({ app, check }: { app: ChatConnection; check: AppCheckCall }) {
  const { t } = useTranslation('connections')
  const steps = useSetupSteps(firstStep(app))
  const { openStep } = steps
  return (
    <SetupSteps
      {...steps}
      title={t('app.setup')}
      steps={[
        {
          title: t('app.teams.register'),
          content: <RegisterStep app={app} onNext={() => openStep(1)} />,
        },
        {
          title: t('app.teams.keys'),
          content: (
            <>
              <p className={css['text']}>{t('app.teams.keys_text')}</p>
              <CredentialsForm
                app={app}
                names={['app_id', 'tenant_id', 'client_secret']}
                onSaved={() => openStep(2)}
              />
            </>
          ),
        },
        { title: t('app.teams.package'), content: <PackageStep onNext={() => openStep(3)} /> },
        {
          title: t('app.check.title'),
          content: (
            <>
              <p className={css['text']}>{t('app.teams.check_text')}</p>
              <div>
                <CheckButton check={check} isPrimary />
                <CheckResults check={check} />
              </div>
            </>
          ),
        },
      ]}
    />
  )
}
