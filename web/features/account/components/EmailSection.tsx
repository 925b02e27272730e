import { Button, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useConfig } from '#web/shared/config.ts'
import { noFormErrors, toFormErrors, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { AccountSection } from './AccountSection.tsx'
import { useClosedReason } from './use-closed-reason.ts'
import { useCall } from '#web/shared/use-call.ts'
import { CodeForm } from '#web/shared/forms/CodeForm.tsx'

type CodeRequest = { email: string; sig: string }

/** Step one: the form for the new address, which receives a code. */
function NewEmailForm({
  onRequested,
  onClose,
}: {
  onRequested: (request: CodeRequest) => void
  onClose: () => void
}) {
  const { t } = useTranslation('account')
  const { user } = useConfig()
  const [email, setEmail] = useState('')
  const [problems, setProblems] = useState(noFormErrors)
  const requestCode = useCall('profiles.get_code', {
    provesPresence: true,
    input: (address: string) => ({ body: { email: address } }),
    onSuccess: ({ sig }, address) => onRequested({ email: address, sig }),
    onError: (error) => setProblems(toFormErrors(t, error, ['email'])),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems(noFormErrors)
    const address = email.trim()
    // The server would send a sign-in code to the current address.
    if (address.toLowerCase() === user.email)
      setProblems({ fields: { email: t('address.same') }, general: null })
    else requestCode.mutate(address)
  }
  return (
    <Form problems={problems} onSubmit={submit}>
      <Text mb="md">{t('address.ask', { email: user.email, days: limits.address_undo_days })}</Text>
      <GeneralProblem text={problems.general} mb="md" />
      <TextInput
        label={t('address.new')}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        value={email}
        error={problems.fields['email']}
        onChange={(event) => setEmail(event.currentTarget.value)}
        data-autofocus
      />
      <FormActions
        apart
        action={t('address.send')}
        busy={requestCode.isPending}
        onCancel={onClose}
      />
    </Form>
  )
}

/** Step two: the code that confirms the new address. */
function EmailCodeForm({
  request,
  onBack,
  onClose,
}: {
  request: CodeRequest
  onBack: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('account')
  const verify = useCall('profiles.verify_code', {
    provesPresence: true,
    input: (entered: string) => ({ body: { ...request, code: entered } }),
    waitsFor: 'everything',
    onSuccess: () => {
      notifySuccess(t('address.done'))
      onClose()
    },
  })
  return (
    <CodeForm
      lead={<Text mb="md">{t('address.sent', { email: request.email })}</Text>}
      label={t('auth:code.label')}
      digitLabel={(n) => t('auth:code.digit', { n })}
      confirm={t('address.confirm')}
      cancel={
        <Button variant="default" onClick={onBack}>
          {t('auth:code.other')}
        </Button>
      }
      busy={verify.isPending}
      onCode={(code, onRefused) =>
        verify.mutate(code, {
          onError: (error) => onRefused(toFormErrors(t, error, []).general),
        })
      }
    />
  )
}

/** The user's sign-in address. A new address takes effect after its code is confirmed. */
export function EmailSection() {
  const { t } = useTranslation('account')
  const { user } = useConfig()
  const reason = useClosedReason()
  const [open, setOpen] = useState(false)
  const [request, setRequest] = useState<CodeRequest | null>(null)
  const close = () => {
    setOpen(false)
    setRequest(null)
  }
  return (
    <AccountSection
      title={t('address.title')}
      text={reason ?? t('address.text')}
      value={user.email}
      action={
        reason !== null ? null : (
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('address.change')}
          </Button>
        )
      }
    >
      {open ? (
        <Dialog onClose={close} title={t('address.change')} close={t('common:close')}>
          {request ? (
            <EmailCodeForm request={request} onBack={() => setRequest(null)} onClose={close} />
          ) : (
            <NewEmailForm onRequested={setRequest} onClose={close} />
          )}
        </Dialog>
      ) : null}
    </AccountSection>
  )
}
