import { Button, Skeleton, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { configQuery, useConfig } from '#web/shared/config.ts'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import { SignedInAs } from '#web/shared/layout/SignedInAs.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { safeNextPath } from '#web/shared/safe-next-path.ts'
import { useCall } from '#web/shared/use-call.ts'
import { lazyWithFallback } from '#web/ui/lazy.tsx'

/** Asks for the code of an app that the account has already. */
function CodeStep({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('account')
  const [code, setCode] = useState('')
  const prove = useCall('presence.prove', {
    input: () => ({ body: { second_factor: code.trim() } }),
    onSuccess: onDone,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    prove.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label={t('required_factor.code')}
        description={t('required_factor.code_text')}
        name="second_factor"
        size="md"
        autoFocus
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        value={code}
        error={prove.error ? callErrorText(t, prove.error) : null}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button
        type="submit"
        fullWidth
        size="md"
        mt="lg"
        loading={prove.isPending || prove.isSuccess}
        disabled={!code.trim()}
      >
        {t('auth:code.action')}
      </Button>
    </form>
  )
}

const SetupStep = lazyWithFallback(
  () => import('../components/RequiredTwoFactorSetup.tsx').then((code) => code.SetupStep),
  () => <Skeleton height={42} />,
)

/** /two-factor: the team requires two-factor authentication, which this session has not passed. */
export function RequiredTwoFactorScreen() {
  const { t } = useTranslation('account')
  const { next } = useSearch({ strict: false })
  const navigate = useNavigate()
  const client = useQueryClient()
  const { user, workspace, second_factor_missing: isMissing } = useConfig()
  // The answer decides the step once: a confirmed app still has recovery codes to show.
  const factor = useQuery({
    queryKey: queryKey('two_factor'),
    queryFn: ({ signal }) => call('second_factor.get', { signal }),
    staleTime: Infinity,
  })
  const [kind, setKind] = useState<'code' | 'setup' | null>(null)
  if (kind === null && factor.data) setKind(factor.data.on ? 'code' : 'setup')
  const [wasMissing] = useState(isMissing)
  const [isDone, setDone] = useState(false)
  const leave = () => {
    setDone(true)
    // The guards read the new state.
    void client.refetchQueries({ queryKey: configQuery.queryKey })
  }
  const mayLeave = !isMissing && (isDone || !wasMissing || kind !== 'setup')
  useEffect(() => {
    if (mayLeave) void navigate({ to: safeNextPath(next) ?? '/feed', replace: true })
  }, [mayLeave, navigate, next])
  usePageTitle(t('required_factor.title'))
  const steps: Record<'code' | 'setup', ReactNode> = {
    code: <CodeStep onDone={leave} />,
    setup: <SetupStep onDone={leave} />,
  }
  return (
    <AuthLayout
      title={t('required_factor.title')}
      lead={t(kind === 'code' ? 'required_factor.lead_code' : 'required_factor.lead', {
        team: workspace.name,
      })}
    >
      {factor.isLoadingError ? (
        <ErrorState error={factor.error} retry={() => void factor.refetch()} />
      ) : null}
      {kind === null ? <Skeleton height={42} /> : steps[kind]}
      <SignedInAs email={user.email} />
    </AuthLayout>
  )
}
