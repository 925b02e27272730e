import { TextInput } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import type { SsoConnection } from '../api/queries.ts'
import { ConnectionForm } from './ConnectionForm.tsx'
import { useConnectionForm } from './use-connection-form.ts'

/** What an OpenID provider gave: its issuer, and the id and the secret of the client. */
export function OidcDetails({ connection }: { connection: SsoConnection }) {
  const { t } = useTranslation('connections')
  const { form, submit, isSaving } = useConnectionForm(connection, {
    toValues: ({ name, issuer, client_id: clientId }) => ({
      name,
      issuer,
      client_id: clientId,
      client_secret: '',
    }),
    // A stored secret stays when its field is empty.
    toInput: ({ client_secret: secret, ...values }) => ({
      name: values.name.trim(),
      issuer: values.issuer.trim(),
      client_id: values.client_id.trim(),
      ...(secret ? { client_secret: secret.trim() } : {}),
    }),
  })
  return (
    <SettingsSection title={t('sso.details.title')} text={t('sso.details.text')}>
      <ConnectionForm problems={form.problems} isSaving={isSaving} onSubmit={submit}>
        <TextInput
          label={t('sso.connection.name')}
          name="name"
          maxLength={limits.sso_name_chars_max}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('sso.details.issuer')}
          description={t('sso.details.issuer_text')}
          name="issuer"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          maxLength={limits.sso_issuer_chars_max}
          {...form.getInputProps('issuer')}
        />
        <TextInput
          label={t('sso.details.client_id')}
          name="client_id"
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.sso_issuer_chars_max}
          {...form.getInputProps('client_id')}
        />
        <TextInput
          label={t('sso.details.client_secret')}
          name="client_secret"
          type="password"
          autoComplete="off"
          maxLength={limits.sso_secret_chars_max}
          {...(connection.has_secret ? { placeholder: t('sso.details.kept') } : {})}
          {...form.getInputProps('client_secret')}
        />
      </ConnectionForm>
    </SettingsSection>
  )
}
