import { Alert, FileButton, Textarea, TextInput, Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { type SsoConnection, type SsoSettings, useUpdateConnection } from '../api/queries.ts'
import { ConnectionForm } from './ConnectionForm.tsx'
import css from './sso-settings.module.css'
import { useConnectionForm } from './use-connection-form.ts'

const soonMs = 30 * 86_400_000
const pemEnd = '-----END CERTIFICATE-----'

/** Returns the certificates of a text: several as PEM, or a single one as base64. */
function splitCertificates(text: string): string[] {
  const parts = text.includes(pemEnd)
    ? text
        .split(pemEnd)
        .slice(0, -1)
        .map((part) => part + pemEnd)
    : [text]
  return parts.map((part) => part.trim()).filter(Boolean)
}

/** The certificates of the provider with their ends. */
function CertificateList({ certificates }: Pick<SsoConnection, 'certificates'>) {
  const { t } = useTranslation('connections')
  const {
    settings: { timezone },
  } = useConfig()
  const [now] = useState(Date.now)
  const stateOf = (expiresAt: string) => {
    const leftMs = Date.parse(expiresAt) - now
    if (leftMs < 0) return 'ended'
    return leftMs < soonMs ? 'soon' : 'valid'
  }
  return (
    <ul className={css['certificates']} aria-label={t('sso.details.certificates')}>
      {certificates.map(({ fingerprint, expires_at: expiresAt }) => (
        <li key={fingerprint} data-state={stateOf(expiresAt)}>
          <span>
            {t(stateOf(expiresAt) === 'ended' ? 'sso.details.ended' : 'sso.details.ends', {
              date: formatDate(expiresAt, timezone),
            })}
          </span>
          <code>{fingerprint}</code>
        </li>
      ))}
    </ul>
  )
}

/** Takes the metadata file of a provider, which fills the other fields. */
function MetadataFile({
  connection,
  onRead,
}: {
  connection: SsoConnection
  onRead: (settings: SsoSettings) => void
}) {
  const { t } = useTranslation('connections')
  const update = useUpdateConnection(connection.id, {
    onSuccess: (settings) => {
      onRead(settings)
      notifySuccess(t('sso.details.file_read'))
    },
    onError: (error) => notifyError(t, error),
  })
  const reset = useRef<() => void>(null)
  const read = async (file: File | null) => {
    if (!file) return
    // The same file can be chosen again after a correction.
    reset.current?.()
    update.mutate({ metadata: await file.text() })
  }
  return (
    <div className={css['acts']}>
      <FileButton
        accept=".xml,application/xml,text/xml"
        resetRef={reset}
        onChange={(file) => void read(file)}
      >
        {(props) => (
          <Button {...props} variant="default" loading={update.isPending}>
            {t('sso.details.file')}
          </Button>
        )}
      </FileButton>
    </div>
  )
}

type Form = ReturnType<typeof useSamlForm>['form']
const useSamlForm = (connection: SsoConnection) =>
  useConnectionForm(connection, {
    toValues: ({ name, issuer, sign_in_url: signInUrl, metadata_url: metadataUrl }) => ({
      name,
      metadata_url: metadataUrl,
      issuer,
      sign_in_url: signInUrl,
      certificates: '',
    }),
    // Given certificates replace the stored ones.
    toInput: ({ certificates, ...values }) => ({
      name: values.name.trim(),
      metadata_url: values.metadata_url.trim(),
      issuer: values.issuer.trim(),
      sign_in_url: values.sign_in_url.trim(),
      ...(certificates.trim() ? { certificates: splitCertificates(certificates) } : {}),
    }),
  })

/** The fields that metadata fills, for providers without metadata. */
function ManualFields({ form, connection }: { form: Form; connection: SsoConnection }) {
  const { t } = useTranslation('connections')
  return (
    <>
      <TextInput
        label={t('sso.details.entity')}
        name="issuer"
        autoComplete="off"
        spellCheck={false}
        maxLength={limits.sso_issuer_chars_max}
        {...form.getInputProps('issuer')}
      />
      <TextInput
        label={t('sso.details.sign_in_url')}
        name="sign_in_url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        maxLength={limits.hook_url_chars_max}
        {...form.getInputProps('sign_in_url')}
      />
      <Textarea
        label={t('sso.details.certificate')}
        description={t(
          connection.certificates.length
            ? 'sso.details.certificate_replaces'
            : 'sso.details.certificate_text',
        )}
        name="certificates"
        autosize
        minRows={3}
        maxRows={10}
        spellCheck={false}
        {...form.getInputProps('certificates')}
      />
    </>
  )
}

/** What a SAML provider gave: its metadata by address or file, or single values. */
export function SamlDetails({ connection }: { connection: SsoConnection }) {
  const { t } = useTranslation('connections')
  const { form, submit, fill, isSaving } = useSamlForm(connection)
  const { certificates, metadata_error: metadataError } = connection
  return (
    <SettingsSection title={t('sso.details.title')} text={t('sso.details.saml_text')}>
      {metadataError ? (
        <Alert color="red" role="note" title={t('sso.details.metadata_failed')}>
          {metadataError}
        </Alert>
      ) : null}
      <MetadataFile connection={connection} onRead={fill} />
      <ConnectionForm problems={form.problems} isSaving={isSaving} onSubmit={submit}>
        <TextInput
          label={t('sso.connection.name')}
          name="name"
          maxLength={limits.sso_name_chars_max}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('sso.details.metadata_url')}
          description={t('sso.details.metadata_url_text')}
          name="metadata_url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          maxLength={limits.hook_url_chars_max}
          {...form.getInputProps('metadata_url')}
        />
        <ManualFields form={form} connection={connection} />
        {certificates.length ? <CertificateList certificates={certificates} /> : null}
      </ConnectionForm>
    </SettingsSection>
  )
}
