import { Alert, Button, Radio, Stack } from '@mantine/core'
import { IconExternalLink, IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { slackScopes } from '#contract/chat.ts'
import { callErrorText, notifyError } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { type ChatConnection, manifestQuery, useAuthorizeSlack } from '../api/queries.ts'
import css from './chat.module.css'
import { CopyButton } from '#web/shared/settings/CopyField.tsx'
import { CredentialsForm } from './CredentialsForm.tsx'
import { SetupSteps, useSetupSteps } from './SetupSteps.tsx'

/** The permissions of the app, each with its reason, and what the app never does. */
function PermissionList() {
  const { t } = useTranslation('connections')
  return (
    <>
      <dl className={css['permissions']}>
        {slackScopes.map((scope) => (
          <div key={scope}>
            <dt>{scope}</dt>
            <dd>{t(`app.scope.${scope.replaceAll(/\W/g, '_')}`)}</dd>
          </div>
        ))}
      </dl>
      <p className={css['never']}>
        <IconShieldCheck size={20} aria-hidden="true" />
        {t('app.scope.never')}
      </p>
    </>
  )
}

/** How requests of Slack reach this server. */
function ReachStep({
  isSocketMode,
  onChange,
  onNext,
}: {
  isSocketMode: boolean
  onChange: (isSocketMode: boolean) => void
  onNext: () => void
}) {
  const { t } = useTranslation('connections')
  return (
    <>
      <Radio.Group
        name="reach"
        aria-label={t('app.slack.reach')}
        value={isSocketMode ? 'socket' : 'internet'}
        onChange={(mode) => onChange(mode === 'socket')}
      >
        <Stack gap="sm">
          {(['internet', 'socket'] as const).map((mode) => (
            <Radio
              key={mode}
              value={mode}
              label={t(`app.slack.${mode}`)}
              description={t(`app.slack.${mode}_text`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <div className={css['acts']}>
        <Button onClick={onNext}>{t('app.step.next')}</Button>
      </div>
    </>
  )
}

/** Opens the page of Slack that creates the app, with the manifest filled in. */
function CreateStep({ isSocketMode, onNext }: { isSocketMode: boolean; onNext: () => void }) {
  const { t } = useTranslation('connections')
  const { data, error, refetch } = useQuery(manifestQuery(isSocketMode))
  const [isOpened, setOpened] = useState(false)
  return (
    <>
      <p className={css['text']}>{t('app.slack.create_text')}</p>
      <PermissionList />
      {error ? (
        <Alert color="red" role="alert">
          {callErrorText(t, error)}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
            {t('common:failure.retry')}
          </Button>
        </Alert>
      ) : null}
      <div className={css['acts']}>
        <Button
          component="a"
          {...(data ? { href: data.create_url } : { 'aria-disabled': true })}
          target="_blank"
          rel="noreferrer"
          variant={isOpened ? 'default' : 'filled'}
          rightSection={<IconExternalLink size={18} aria-hidden="true" />}
          className="wraps"
          onClick={() => setOpened(true)}
        >
          {t('app.slack.create_action')}
        </Button>
        <CopyButton text={data?.manifest} label={t('app.slack.copy_manifest')} />
        <Button variant={isOpened ? 'filled' : 'default'} onClick={onNext}>
          {t('app.step.next')}
        </Button>
      </div>
    </>
  )
}

/** Asks Slack for the permissions. The browser leaves this page and returns to it. */
function AuthorizeButton() {
  const { t } = useTranslation('connections')
  const authorize = useAuthorizeSlack((error) => notifyError(t, error))
  return (
    <div className={css['acts']}>
      <Button
        // The browser leaves the page after the answer.
        loading={authorize.isPending || authorize.isSuccess}
        onClick={() => authorize.mutate()}
      >
        {t('app.slack.authorize_action')}
      </Button>
    </div>
  )
}

/** The app of the operator needs the permissions only. */
function OperatorSetup() {
  const { t } = useTranslation('connections')
  return (
    <SettingsSection title={t('app.slack.authorize')} text={t('app.slack.authorize_text')}>
      <PermissionList />
      <AuthorizeButton />
    </SettingsSection>
  )
}

/** Returns the step with which a setup goes on. */
function firstStep({ state, state_reason: reason }: ChatConnection): number {
  if (state === 'none') return 0
  return state === 'disconnected' && reason === 'credentials' ? 2 : 3
}

function OwnAppSetup({ app }: { app: ChatConnection }) {
  const { t } = useTranslation('connections')
  const steps = useSetupSteps(firstStep(app))
  const { openStep } = steps
  const [isSocketMode, setSocketMode] = useState(app.socket_mode)
  const secret = isSocketMode ? ('app_token' as const) : ('signing_secret' as const)
  return (
    <SetupSteps
      {...steps}
      title={t('app.setup')}
      steps={[
        {
          title: t('app.slack.reach'),
          content: (
            <ReachStep
              isSocketMode={isSocketMode}
              onChange={setSocketMode}
              onNext={() => openStep(1)}
            />
          ),
        },
        {
          title: t('app.slack.create'),
          content: <CreateStep isSocketMode={isSocketMode} onNext={() => openStep(2)} />,
        },
        {
          title: t('app.slack.keys'),
          content: (
            <>
              <p className={css['text']}>{t('app.slack.keys_text')}</p>
              {isSocketMode ? <p className={css['text']}>{t('app.slack.token_text')}</p> : null}
              <CredentialsForm
                key={secret}
                app={app}
                names={['client_id', 'client_secret', secret]}
                extra={{ socket_mode: isSocketMode }}
                onSaved={() => openStep(3)}
              />
            </>
          ),
        },
        {
          title: t('app.slack.authorize'),
          content: (
            <>
              <p className={css['text']}>{t('app.slack.authorize_text')}</p>
              <AuthorizeButton />
            </>
          ),
        },
      ]}
    />
  )
}

/** The way to an app in Slack: of the team, or of the operator of this server. */
export function SlackSetup({ app }: { app: ChatConnection }) {
  return app.operator_app ? <OperatorSetup /> : <OwnAppSetup app={app} />
}
