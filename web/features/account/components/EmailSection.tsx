import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { useConfig } from '#web/shared/config.ts'
import { noFormErrors, toFormErrors, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { withPresenceProof } from '#web/shared/presence/presence-request.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { CodeInput } from '#web/ui/CodeInput.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { AccountSection } from './AccountSection.tsx'

type CodeRequest = { email: string; sig: string }

/** Step one: where the code goes to. */
function NewEmailForm({
  onAsked,
  onClose,
}: {
  onAsked: (asked: CodeRequest) => void
  onClose: () => void
}) {
  const { t } = useTranslation('account')
  const { user } = useConfig()
  const [email, setEmail] = useState('')
  const [problems, setProblems] = useState(noFormErrors)
  const ask = useMutation({
    mutationFn: (address: string) =>
      withPresenceProof(() => call('profiles.get_code', { body: { email: address } })),
    onSuccess: ({ sig }, address) => onAsked({ email: address, sig }),
    onError: (error) => setProblems(toFormErrors(t, error, ['email'])),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems(noFormErrors)
    const address = email.trim()
    // One's own address would get a code for something else.
    if (address.toLowerCase() === user.email)
      setProblems({ fields: { email: t('address.same') }, general: null })
    else ask.mutate(address)
  }
  return (
    <Form problems={problems} onSubmit={submit}>
      <Text mb="md">{t('address.ask', { email: user.email, days: limits.address_undo_days })}</Text>
      {problems.general ? (
        <Alert color="red" mb="md" role="alert">
          {problems.general}
        </Alert>
      ) : null}
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
      <FormActions apart action={t('address.send')} busy={ask.isPending} onCancel={onClose} />
    </Form>
  )
}

/** Step two: the code that proves the new address. */
function EmailCodeForm({
  asked,
  onBack,
  onClose,
}: {
  asked: CodeRequest
  onBack: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('account')
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const check = useMutation({
    mutationFn: (entered: string) =>
      withPresenceProof(() => call('profiles.verify_code', { body: { ...asked, code: entered } })),
    onSuccess: async () => {
      await client.invalidateQueries()
      notifySuccess(t('address.done'))
      onClose()
    },
    onError: (error) => {
      setProblem(toFormErrors(t, error, []).general)
      setCode('')
    },
  })
  const enter = (entered: string) => {
    setCode(entered)
    if (entered.length < limits.code_digits || check.isPending) return
    setProblem(null)
    check.mutate(entered)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        enter(code)
      }}
    >
      <Text mb="md">{t('address.sent', { email: asked.email })}</Text>
      {problem ? (
        <Alert color="red" mb="md" role="alert">
          {problem}
        </Alert>
      ) : null}
      <CodeInput
        length={limits.code_digits}
        value={code}
        onChange={enter}
        disabled={check.isPending}
        error={problem !== null}
        label={t('auth:code.label')}
        digitLabel={(n) => t('auth:code.digit', { n })}
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onBack}>
          {t('auth:code.other')}
        </Button>
        <Button type="submit" loading={check.isPending} disabled={code.length < limits.code_digits}>
          {t('address.confirm')}
        </Button>
      </Group>
    </form>
  )
}

/** The address one signs in with; another counts once a code sent there has proved it. */
export function EmailSection() {
  const { t } = useTranslation('account')
  const { user, impersonated } = useConfig()
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState<CodeRequest | null>(null)
  const close = () => {
    setOpen(false)
    setAsked(null)
  }
  return (
    <AccountSection
      title={t('address.title')}
      text={impersonated ? t('oneself') : t('address.text')}
      value={user.email}
      action={
        impersonated ? null : (
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('address.change')}
          </Button>
        )
      }
    >
      {open ? (
        <Dialog onClose={close} title={t('address.change')} close={t('common:close')}>
          {asked ? (
            <EmailCodeForm asked={asked} onBack={() => setAsked(null)} onClose={close} />
          ) : (
            <NewEmailForm onAsked={setAsked} onClose={close} />
          )}
        </Dialog>
      ) : null}
    </AccountSection>
  )
}
