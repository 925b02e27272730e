import { Button } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { CopyField } from '#web/shared/settings/CopyField.tsx'
import { CreateSecretDialog } from '#web/shared/settings/CreateSecretDialog.tsx'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { type ScimSettings, useCreateScimToken, useRevokeScimToken } from '../api/queries.ts'
import css from './scim.module.css'

/** Asks for the name of a token, then shows the token, which is never shown again. */
function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('connections')
  const [token, setToken] = useState<string | null>(null)
  const form = useServerForm({ initialValues: { name: '' }, fieldNames: ['name'] })
  const create = useCreateScimToken({ onSuccess: setToken, onError: form.showRefusal })
  return (
    <CreateSecretDialog
      texts={{
        title: t('scim.token.add'),
        name: t('scim.token.name'),
        placeholder: t('scim.token.name_place'),
        create: t('scim.token.create'),
        once: t('scim.token.once'),
        label: t('scim.token.label'),
        done: t('scim.token.done'),
      }}
      form={form}
      nameCharsMax={limits.scim_name_chars_max}
      isCreating={create.isPending}
      secret={token}
      onCreate={create.mutate}
      onClose={onClose}
    />
  )
}

function TokenRow({ token }: { token: ScimSettings['tokens'][number] }) {
  const { t } = useTranslation('connections')
  const {
    settings: { timezone },
  } = useConfig()
  const [isAsking, setAsking] = useState(false)
  const revoke = useRevokeScimToken({
    onSuccess: () => setAsking(false),
    onError: (error) => notifyError(t, error),
  })
  const { name, created_at: createdAt, last_used_at: lastUsedAt } = token
  return (
    <li className={css['row']}>
      <div>
        <strong>{name}</strong>
        <p className={css['text']}>
          {t('scim.token.created', { date: formatDate(createdAt, timezone) })}
          {' · '}
          {lastUsedAt
            ? t('scim.token.used', { date: formatDate(lastUsedAt, timezone) })
            : t('scim.token.unused')}
        </p>
      </div>
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        {t('scim.token.revoke')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('scim.token.ask', { name })}
        text={t('scim.token.ask_text')}
        confirm={t('scim.token.revoke')}
        cancel={t('common:cancel')}
        busy={revoke.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => revoke.mutate(token.id)}
      />
    </li>
  )
}

/** What the provider needs: the address and a token. */
export function TokensSection({ settings }: { settings: ScimSettings }) {
  const { t } = useTranslation('connections')
  const [isCreating, setCreating] = useState(false)
  return (
    <SettingsSection
      title={t('scim.token.title')}
      text={t('scim.token.text')}
      action={
        <Button variant="default" onClick={() => setCreating(true)}>
          {t('scim.token.add')}
        </Button>
      }
    >
      <CopyField label={t('scim.address')} value={settings.base_url} />
      {settings.tokens.length ? (
        <ul className={css['list']}>
          {settings.tokens.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      ) : null}
      {isCreating ? <CreateTokenDialog onClose={() => setCreating(false)} /> : null}
    </SettingsSection>
  )
}
