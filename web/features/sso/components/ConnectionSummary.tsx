import { Alert, Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { failureText, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { type SsoConnection, useUpdateConnection } from '../api/queries.ts'
import { ConnectionState } from './ConnectionState.tsx'
import css from './sso-settings.module.css'

/** The state of a connection, its test in another tab, and the switch. */
export function ConnectionSummary({ connection }: { connection: SsoConnection }) {
  const { t } = useTranslation('connections')
  const {
    settings: { timezone },
    impersonated,
  } = useConfig()
  const isOn = connection.state === 'active'
  const update = useUpdateConnection(connection.id, {
    onSuccess: () => notifySuccess(t(isOn ? 'sso.connection.now_off' : 'sso.connection.now_on')),
  })
  const { last_used_at: lastUsedAt, people, complete: isComplete } = connection
  const usage = [
    t('common:people', { count: people }),
    lastUsedAt
      ? t('sso.connection.used', { date: formatDate(lastUsedAt, timezone) })
      : t('sso.connection.unused'),
  ].join(' · ')
  const canTest = isComplete && !impersonated
  const problem = failureText(t, update.error)
  return (
    <SettingsSection
      title={t('sso.connection.state')}
      text={isComplete ? usage : t('sso.connection.incomplete')}
      action={<ConnectionState connection={connection} />}
    >
      {problem ? (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      ) : null}
      <div className={css['acts']}>
        <Button
          component="a"
          {...(canTest
            ? { href: `/login/sso#test=${connection.id}` }
            : { 'data-disabled': true, 'aria-disabled': true })}
          target="_blank"
          rel="noopener"
          variant={isOn ? 'filled' : 'default'}
          rightSection={<IconExternalLink size={18} aria-hidden="true" />}
        >
          {t('sso.connection.test')}
        </Button>
        <Button
          variant={isOn ? 'default' : 'filled'}
          disabled={!isOn && !isComplete}
          loading={update.isPending}
          onClick={() => update.mutate({ state: isOn ? 'draft' : 'active' })}
        >
          {t(isOn ? 'sso.connection.turn_off' : 'sso.connection.turn_on')}
        </Button>
      </div>
      <p className={css['text']}>{t('sso.connection.test_text')}</p>
    </SettingsSection>
  )
}
