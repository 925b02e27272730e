import { Button, Skeleton, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useConfig } from '#web/shared/config.ts'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import type { PresenceDialogProps } from './presence-request.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'
import { CodeForm } from '#web/shared/forms/CodeForm.tsx'
import { ActionRow } from '#web/ui/ActionRow.tsx'

/** The query of the code sends it: a dialog reopened shortly after must not send another. */
const codeLifeMs = (limits.code_life_minutes - 1) * 60_000

function PresenceSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton height={18} mb="md" />
      <Skeleton height={50} width="80%" />
    </div>
  )
}

/** Proves presence by a code that is mailed to the current address when the dialog opens. */
function EmailCodeForm({ onProven, onClose }: PresenceDialogProps) {
  const { t } = useTranslation('presence')
  const client = useQueryClient()
  const {
    user: { email },
  } = useConfig()
  const sent = useQuery({
    queryKey: queryKey('presence_code'),
    queryFn: () => call('presence.send_code'),
    retry: false,
    staleTime: codeLifeMs,
    gcTime: codeLifeMs,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const check = useCall('presence.prove', {
    input: (code: string) => ({ body: { sig: sent.data?.sig, code } }),
    onSuccess: () => {
      // A used code must not serve the next dialog.
      client.removeQueries({ queryKey: queryKey('presence_code') })
      onProven()
    },
  })
  const resend = () => void sent.refetch()
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
    <CodeForm
      lead={
        <Text mb="md" role="status">
          {t('code_text', { email })}
        </Text>
      }
      label={t('code_label')}
      digitLabel={(n) => t('digit', { n })}
      confirm={t('confirm')}
      cancel={
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      }
      busy={check.isPending}
      onCode={(code, onRefused) =>
        check.mutate(code, { onError: (error) => onRefused(callErrorText(t, error)) })
      }
    >
      <Button variant="subtle" size="compact-sm" mt="md" onClick={resend}>
        {t('resend')}
      </Button>
    </CodeForm>
  )
}

/** Proves presence by the authenticator app or a recovery code. */
function AuthenticatorCodeForm({ onProven, onClose }: PresenceDialogProps) {
  const { t } = useTranslation('presence')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const check = useCall('presence.prove', {
    input: () => ({ body: { second_factor: code } }),
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
      <ActionRow apart>
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" loading={check.isPending} disabled={!code.trim()}>
          {t('confirm')}
        </Button>
      </ActionRow>
    </form>
  )
}

/** Asks for proof of presence before an action that requires it. */
export function PresenceDialog({ onProven, onClose }: PresenceDialogProps) {
  const { t } = useTranslation('presence')
  const presence = useQuery({
    queryKey: queryKey('presence'),
    queryFn: () => call('presence.get'),
    staleTime: 0,
  })
  const body = () => {
    if (presence.isLoadingError)
      return <ErrorState error={presence.error} retry={() => void presence.refetch()} />
    if (!presence.data) return <PresenceSkeleton />
    const Form = presence.data.method === 'second_factor' ? AuthenticatorCodeForm : EmailCodeForm
    return <Form onProven={onProven} onClose={onClose} />
  }
  return (
    <Dialog onClose={onClose} title={t('title')} close={t('common:close')}>
      {body()}
    </Dialog>
  )
}
