import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { CopyField } from '#web/shared/settings/CopyField.tsx'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { type ScimSettings, useCreateScimToken, useRevokeScimToken } from '../api/queries.ts'
import css from './scim.module.css'

/** Asks for the name of a token, then shows the token, which is never shown again. */
function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('connections')
  const [token, setToken] = useState<string | null>(null)
  const form = useServerForm({ initialValues: { name: '' }, fieldNames: ['name'] })
  const create = useCreateScimToken({ onSuccess: setToken, onError: form.showRefusal })
  return (
    <Dialog
      title={t('scim.token.add')}
      close={t('common:close')}
      isPersistent={token !== null}
      onClose={onClose}
    >
      {token === null ? (
        <Form
          problems={form.problems}
          onSubmit={form.submitTo(({ name }) => create.mutate(name))}
          className={css['form']}
        >
          <GeneralProblem text={form.problems.general} />
          <TextInput
            label={t('scim.token.name')}
            placeholder={t('scim.token.name_place')}
            maxLength={limits.scim_name_chars_max}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <FormActions action={t('scim.token.create')} busy={create.isPending} onCancel={onClose} />
        </Form>
      ) : (
        <div className={css['form']}>
          <p className={css['text']}>{t('scim.token.once')}</p>
          <CopyField label={t('scim.token.label')} value={token} />
          <Button onClick={onClose}>{t('scim.token.done')}</Button>
        </div>
      )}
    </Dialog>
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
