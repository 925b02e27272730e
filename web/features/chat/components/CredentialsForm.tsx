import { Button, TextInput } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { type ChatConnection, type ConnectionInput, useSaveApp } from '../api/queries.ts'
import css from './chat.module.css'

type FieldName =
  | 'app_id'
  | 'tenant_id'
  | 'client_id'
  | 'client_secret'
  | 'signing_secret'
  | 'app_token'
const secretNames: readonly FieldName[] = ['client_secret', 'signing_secret', 'app_token']

const toInitialValues = (app: ChatConnection): Record<FieldName, string> => ({
  app_id: app.app_id,
  // The tenant is the external id of an app in Teams.
  tenant_id: app.provider === 'teams' ? app.external_id : '',
  client_id: app.client_id,
  client_secret: '',
  signing_secret: '',
  app_token: '',
})

/** Returns the secrets that the server has: one of two depends on the mode of the app in Slack. */
function listKeptSecrets({ state, socket_mode: isSocketMode }: ChatConnection): FieldName[] {
  if (state === 'none') return []
  return ['client_secret', isSocketMode ? 'app_token' : 'signing_secret']
}

/** The keys that the chat made for the app. Stored secrets stay when their field is empty. */
export function CredentialsForm({
  app,
  names,
  extra = {},
  onSaved,
}: {
  app: ChatConnection
  names: readonly FieldName[]
  /** Saved together with the keys. */
  extra?: ConnectionInput
  onSaved: () => void
}) {
  const { t } = useTranslation('connections')
  const kept = listKeptSecrets(app)
  const form = useServerForm({ initialValues: toInitialValues(app), fieldNames: names })
  const save = useSaveApp(app.provider, { onSuccess: onSaved, onError: form.showRefusal })
  const submit = form.submitTo((values) => {
    const isKept = (name: FieldName) => kept.includes(name) && !values[name]
    save.mutate({
      ...extra,
      ...Object.fromEntries(
        names.filter((name) => !isKept(name)).map((name) => [name, values[name].trim()]),
      ),
    })
  })
  return (
    <Form problems={form.problems} onSubmit={submit} className={css['form']}>
      <GeneralProblem text={form.problems.general} />
      {names.map((name) => (
        <TextInput
          key={name}
          label={t(`app.credential.${name}`)}
          name={name}
          type={secretNames.includes(name) ? 'password' : 'text'}
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.chat_credential_chars_max}
          {...(kept.includes(name) ? { placeholder: t('app.credential.kept') } : {})}
          {...form.getInputProps(name)}
        />
      ))}
      <div className={css['acts']}>
        <Button type="submit" loading={save.isPending}>
          {t('app.step.save')}
        </Button>
      </div>
    </Form>
  )
}
