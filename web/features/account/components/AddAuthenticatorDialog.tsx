import { Button, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { noFormErrors, toFormErrors } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { copyText } from '#web/lib/clipboard.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import css from './account.module.css'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { useCall } from '#web/shared/use-call.ts'

type AuthenticatorSetup = OutputOf<'second_factor.start'>

/** The secret as text, with a copy button. */
function SetupSecret({ secret }: { secret: string }) {
  const { t } = useTranslation('account')
  const [copied, setCopied] = useState<boolean | null>(null)
  return (
    <div className={css['typed']} role="group" aria-labelledby="factor-secret">
      <Text fw={550} id="factor-secret">
        {t('factor.secret')}
      </Text>
      <code>{secret.replaceAll(/(....)(?=.)/g, '$1 ')}</code>
      <Button
        variant="default"
        size="sm"
        leftSection={
          copied ? (
            <IconCheck size={18} aria-hidden="true" />
          ) : (
            <IconCopy size={18} aria-hidden="true" />
          )
        }
        onClick={() => void copyText(secret).then(setCopied)}
      >
        {copied ? t('tokens.copied') : t('tokens.copy')}
      </Button>
      <div role="status">
        {copied === false ? <Text c="dimmed">{t('tokens.copy_failed')}</Text> : null}
      </div>
    </div>
  )
}

/** Shows the secret as QR code and text, and confirms it with the first code of the app. */
export function AddAuthenticatorForm({
  setup,
  onConfirmed,
  onClose,
}: {
  setup: AuthenticatorSetup
  onConfirmed: (codes: string[]) => void
  onClose: () => void
}) {
  const { t } = useTranslation('account')
  const [code, setCode] = useState('')
  const [problems, setProblems] = useState(noFormErrors)
  const confirm = useCall('second_factor.confirm', {
    provesPresence: true,
    input: () => ({ body: { code } }),
    onSuccess: ({ recovery_codes: recoveryCodes }) => onConfirmed(recoveryCodes),
    onError: (error) => setProblems(toFormErrors(t, error, ['code'])),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems(noFormErrors)
    confirm.mutate()
  }
  return (
    <Form problems={problems} onSubmit={submit} className={css['form']}>
      <GeneralProblem text={problems.general} />
      {/* Initial focus: on a phone a focused text field would hide the QR code behind the
          keyboard. */}
      <Text tabIndex={-1} className={css['kept'] ?? ''} data-autofocus>
        {t('factor.scan')}
      </Text>
      <QrCode text={setup.uri} label={t('factor.picture')} />
      <a className={css['docs']} href={setup.uri}>
        {t('factor.open')}
      </a>
      <SetupSecret secret={setup.secret} />
      <TextInput
        className={css['half']}
        label={t('factor.first')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        value={code}
        error={problems.fields['code']}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <FormActions action={t('factor.confirm')} busy={confirm.isPending} onCancel={onClose} />
    </Form>
  )
}

/** Adds an authenticator app and shows its recovery codes once. */
export function AddAuthenticatorDialog({
  setup,
  onClose,
}: {
  setup: AuthenticatorSetup
  onClose: () => void
}) {
  const { t } = useTranslation('account')
  const [codes, setCodes] = useState<string[] | null>(null)
  return (
    <Dialog
      onClose={onClose}
      isPersistent={codes !== null}
      title={codes ? t('factor.keep') : t('factor.add')}
      close={t('common:close')}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onClose={onClose} />
      ) : (
        <AddAuthenticatorForm setup={setup} onConfirmed={setCodes} onClose={onClose} />
      )}
    </Dialog>
  )
}
