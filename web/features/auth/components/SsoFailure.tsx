import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ErrorCode } from '#contract/errors.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { type SsoTarget, startSsoSignIn } from '#web/shared/sso/tab-sign-in.ts'
import { SamplePosts } from './SamplePosts.tsx'

/** Codes with a text of their own. After the first three, another try may succeed. */
const knownCodes = [
  'sso_expired',
  'sso_failed',
  'sso_context',
  'sso_unknown_person',
  'sso_address',
  'sso_identity_taken',
  'join_closed',
  'billing_inactive',
] as const satisfies readonly ErrorCode[]
const repeatableCodes: readonly string[] = knownCodes.slice(0, 3)

/** The code of a call's error, or undefined for one without a text of its own. */
const knownCodeOf = (error: unknown) =>
  knownCodes.find((code) => error instanceof ApiCallError && error.has(code))

/**
 * A company sign-in that did not succeed: the reason and the next steps. `error` null: this tab has
 * no verifier. `retry`: the sign-in that may start again.
 */
export function SsoFailure({
  error,
  retry,
}: {
  error: unknown
  retry: { target: SsoTarget; next?: string | undefined } | null
}) {
  const { t } = useTranslation('auth')
  const start = useMutation({
    mutationFn: (again: NonNullable<typeof retry>) => startSsoSignIn(again.target, again.next),
  })
  const code = knownCodeOf(error)
  const kind = error === null ? 'other_tab' : code
  const title = kind ? t(`sso.failure.${kind}.title`) : t('invite.failed')
  usePageTitle(title)
  const mayRepeat = retry !== null && (code === undefined || repeatableCodes.includes(code))
  return (
    <AuthLayout
      title={title}
      lead={kind ? t(`sso.failure.${kind}.text`) : callErrorText(t, error)}
      side={<SamplePosts />}
    >
      {code === 'sso_failed' || start.error ? (
        <Alert color="red" mb="lg" role="alert">
          {callErrorText(t, start.error ?? error)}
        </Alert>
      ) : null}
      {retry && mayRepeat ? (
        <Button
          fullWidth
          size="md"
          mb="sm"
          loading={start.isPending || start.isSuccess}
          onClick={() => start.mutate(retry)}
        >
          {t('common:failure.retry')}
        </Button>
      ) : null}
      <Button
        component={Link}
        to="/login"
        variant={mayRepeat ? 'default' : 'filled'}
        fullWidth
        size="md"
      >
        {t('sso.other_ways')}
      </Button>
    </AuthLayout>
  )
}
