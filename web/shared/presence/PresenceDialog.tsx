import { Alert, Button, Group, Skeleton, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { CodeInput } from '#web/ui/CodeInput.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useConfig } from '#web/shared/config.ts'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import type { PresenceDialogProps } from './presence-request.ts'

/** Caches the last presence code: a dialog reopened shortly after does not send another. */
const presenceCodeKey = ['presence_code']
const codeLifeMs = (limits.code_life_minutes - 1) * 60_000

function PresenceSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton height={18} mb="md" />
      <Skeleton height={50} width="80%" />
    </div>
  )
}

/** Sends the code and checks it as soon as all digits are typed. */
function useEmailCode(onProven: () => void) {
  const { t } = useTranslation('presence')
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const sent = useQuery({
    queryKey: presenceCodeKey,
    queryFn: () => call('presence.send_code'),
    retry: false,
    staleTime: codeLifeMs,
    gcTime: codeLifeMs,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const check = useMutation({
    mutationFn: (entered: string) =>
      call('presence.prove', { body: { sig: sent.data?.sig, code: entered } }),
    onSuccess: () => {
      client.removeQueries({ queryKey: presenceCodeKey })
      onProven()
    },
    onError: (error) => {
      setProblem(callErrorText(t, error))
      setCode('')
    },
  })
  const resend = () => {
    setProblem(null)
    setCode('')
    void sent.refetch()
  }
  const onCodeChange = (entered: string) => {
    setCode(entered)
    if (entered.length < limits.code_digits || check.isPending) return
    setProblem(null)
    check.mutate(entered)
  }
  return { code, problem, sent, check, resend, onCodeChange }
}

/** Proves presence by a code that is mailed to the current address when the dialog opens. */
function EmailCodeForm({ onProven, onClose }: PresenceDialogProps) {
  const { t } = useTranslation('presence')
  const {
    user: { email },
  } = useConfig()
  const { code, problem, sent, check, resend, onCodeChange } = useEmailCode(onProven)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onCodeChange(code)
  }
  if (sent.isFetching)
    return (
      <>
        <Text mb="md" role="status">
          {t('sending', { email })}
        </Text>
        <PresenceSkeleton />
      </>
    )
  if (sent.error) return <ErrorState error={sent.error} retry={resend} />
  return (
    <form onSubmit={submit} noValidate>
      <Text mb="md" role="status">
        {t('code_text', { email })}
      </Text>
      {problem ? (
        <Alert color="red" mb="md" role="alert">
          {problem}
        </Alert>
      ) : null}
      <CodeInput
        length={limits.code_digits}
        value={code}
        onChange={onCodeChange}
        disabled={check.isPending}
        error={problem !== null}
        label={t('code_label')}
        digitLabel={(n) => t('digit', { n })}
      />
      <Button variant="subtle" size="compact-sm" mt="md" onClick={resend}>
        {t('resend')}
      </Button>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" loading={check.isPending} disabled={code.length < limits.code_digits}>
          {t('confirm')}
        </Button>
      </Group>
    </form>
  )
}

/** Proves presence by the authenticator app or a recovery code. */
function AuthenticatorCodeForm({ onProven, onClose }: PresenceDialogProps) {
  const { t } = useTranslation('presence')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const check = useMutation({
    mutationFn: () => call('presence.prove', { body: { second_factor: code } }),
    onSuccess: onProven,
    onError: (error) => setProblem(callErrorText(t, error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblem(null)
    check.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Text mb="md">{t('factor_text')}</Text>
      <TextInput
        label={t('factor_label')}
        name="second_factor"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        value={code}
        error={problem}
        onChange={(event) => setCode(event.currentTarget.value)}
        data-autofocus
      />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" loading={check.isPending} disabled={!code.trim()}>
          {t('confirm')}
        </Button>
      </Group>
    </form>
  )
}

/** Asks for proof of presence before an action that requires it. */
export function PresenceDialog({ onProven, onClose }: PresenceDialogProps) {
  const { t } = useTranslation('presence')
  const client = useQueryClient()
  const presence = useQuery({
    queryKey: ['presence'],
    queryFn: () => call('presence.get'),
    staleTime: 0,
  })
  const finish = () => {
    void client.invalidateQueries({ queryKey: ['presence'] })
    onProven()
  }
  const body = () => {
    if (presence.isLoadingError)
      return <ErrorState error={presence.error} retry={() => void presence.refetch()} />
    if (!presence.data) return <PresenceSkeleton />
    const Form = presence.data.method === 'second_factor' ? AuthenticatorCodeForm : EmailCodeForm
    return <Form onProven={finish} onClose={onClose} />
  }
  return (
    <Dialog onClose={onClose} title={t('title')} close={t('common:close')}>
      {body()}
    </Dialog>
  )
}
