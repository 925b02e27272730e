import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { call } from '#web/lib/client.ts'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { lazyWithFallback } from '#web/ui/lazy.tsx'
import { AccountSection } from './AccountSection.tsx'
import { useClosedReason } from './use-closed-reason.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

const AddAuthenticatorDialog = lazyWithFallback(() =>
  import('./AddAuthenticatorDialog.tsx').then((code) => code.AddAuthenticatorDialog),
)
const ChangeAuthenticatorDialog = lazyWithFallback(() =>
  import('./ChangeAuthenticatorDialog.tsx').then((code) => code.ChangeAuthenticatorDialog),
)

/** Below this number of recovery codes a warning appears. */
const fewRecoveryCodes = 3
type AuthenticatorSetup = OutputOf<'second_factor.start'>
type OpenDialog = { kind: 'add'; setup: AuthenticatorSetup } | { kind: 'renew' | 'stop' } | null

function TwoFactorStatus({
  factor,
  onOpen,
}: {
  factor: OutputOf<'second_factor.get'>
  onOpen: (open: OpenDialog) => void
}) {
  const { t } = useTranslation('account')
  const {
    settings: { timezone },
  } = useConfig()
  const codesLeft = factor.recovery_codes_left
  return (
    <>
      <div>
        <Text fw={550}>{t('factor.since', { day: formatDate(factor.since ?? '', timezone) })}</Text>
        <Text {...(codesLeft < fewRecoveryCodes ? { c: 'var(--bad)', fw: 600 } : { c: 'dimmed' })}>
          {t('factor.left', { count: codesLeft })}
        </Text>
        {codesLeft < fewRecoveryCodes ? <Text>{t('factor.few')}</Text> : null}
      </div>
      <Group gap="sm">
        <Button variant="default" onClick={() => onOpen({ kind: 'renew' })}>
          {t('factor.renew')}
        </Button>
        <Button variant="default" onClick={() => onOpen({ kind: 'stop' })}>
          {t('factor.stop')}
        </Button>
      </Group>
    </>
  )
}

/** The user's own two-factor authentication: add, renew, remove. */
export function TwoFactorSection() {
  const { t } = useTranslation('account')
  const reason = useClosedReason()
  const [open, setOpen] = useState<OpenDialog>(null)
  const close = () => setOpen(null)
  const factor = useQuery({
    queryKey: queryKey('two_factor'),
    queryFn: ({ signal }) => call('second_factor.get', { signal }),
    enabled: reason === null,
  })
  // The click creates the secret, and it stays the same until the dialog closes.
  const start = useCall('second_factor.start', {
    provesPresence: true,
    refetchesOnError: () => true,
    onSuccess: (setup) => setOpen({ kind: 'add', setup }),
    onError: (error) => notifyError(t, error),
  })
  const addButton = (
    <Button variant="default" loading={start.isPending} onClick={() => start.mutate()}>
      {t('factor.add')}
    </Button>
  )
  return (
    <AccountSection
      title={t('factor.title')}
      text={reason ?? t('factor.text')}
      action={factor.data?.on === false ? addButton : null}
    >
      {factor.isLoading ? (
        <div aria-busy="true">
          <Skeleton height={36} width={160} />
        </div>
      ) : null}
      {factor.isLoadingError ? (
        <ErrorState error={factor.error} retry={() => void factor.refetch()} />
      ) : null}
      {factor.data?.on ? <TwoFactorStatus factor={factor.data} onOpen={setOpen} /> : null}
      {open?.kind === 'add' ? <AddAuthenticatorDialog setup={open.setup} onClose={close} /> : null}
      {open && open.kind !== 'add' ? (
        <ChangeAuthenticatorDialog action={open.kind} onClose={close} />
      ) : null}
    </AccountSection>
  )
}
