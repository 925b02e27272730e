import { Alert, Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import css from '#web/shared/layout/auth-layout.module.css'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { CodeInput } from '#web/ui/CodeInput.tsx'
import { SamplePosts } from './SamplePosts.tsx'

/** The first proof has expired: no authenticator code can succeed any more. */
const isProofExpired = (error: unknown) =>
  error instanceof ApiCallError &&
  (['invalid_code', 'code_exhausted', 'google_token_invalid', 'invite_invalid'] as const).some(
    (code) => error.has(code),
  )

/** The state of the form: the method, its code, and the outcome of the verification. */
function useTwoFactorCode<Result>(
  verifyCode: (code: string) => Promise<Result>,
  onVerified: (result: Result) => void,
) {
  const { t } = useTranslation('auth')
  const [method, setMethod] = useState<'app' | 'recovery'>('app')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isExpired, setIsExpired] = useState(false)
  const verification = useMutation({
    mutationFn: verifyCode,
    onSuccess: onVerified,
    onError: (error) => {
      setIsExpired(isProofExpired(error))
      setProblem(isProofExpired(error) ? t('factor.over') : callErrorText(t, error))
      // Digits are typed again; a pasted recovery code stays for correction.
      if (method === 'app') setCode('')
    },
  })
  const send = (typed: string) => {
    if (!typed.trim() || verification.isPending) return
    setProblem(null)
    verification.mutate(typed)
  }
  const changeCode = (typed: string) => {
    setCode(typed)
    if (typed.length === limits.code_digits) send(typed)
  }
  const switchMethod = () => {
    setMethod(method === 'app' ? 'recovery' : 'app')
    setCode('')
    setProblem(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(code)
  }
  const isIncomplete = method === 'app' ? code.length < limits.code_digits : !code.trim()
  return {
    method,
    code,
    setCode,
    problem,
    isExpired,
    isPending: verification.isPending,
    isIncomplete,
    changeCode,
    switchMethod,
    submit,
  }
}

function TwoFactorCodeField({
  form: { method, code, setCode, changeCode, problem, isPending },
}: {
  form: ReturnType<typeof useTwoFactorCode>
}) {
  const { t } = useTranslation('auth')
  return method === 'app' ? (
    <CodeInput
      length={limits.code_digits}
      value={code}
      onChange={changeCode}
      disabled={isPending}
      error={problem !== null}
      label={t('code.label')}
      digitLabel={(n) => t('code.digit', { n })}
    />
  ) : (
    <TextInput
      label={t('factor.recovery')}
      name="recovery"
      size="md"
      autoFocus
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={code}
      error={problem !== null}
      onChange={(event) => setCode(event.currentTarget.value)}
    />
  )
}

/**
 * The last step of signing in with two-factor authentication: an authenticator code or a recovery
 * code.
 */
export function TwoFactorForm<Result>({
  verifyCode,
  onVerified,
  start,
}: {
  verifyCode: (code: string) => Promise<Result>
  onVerified: (result: Result) => void
  /** The page where the sign-in starts over. */
  start: Pick<LinkProps, 'to' | 'search'>
}) {
  const { t } = useTranslation('auth')
  const form = useTwoFactorCode(verifyCode, onVerified)
  const { method, problem } = form
  usePageTitle(t('factor.title'))
  return (
    <AuthLayout
      title={t(method === 'app' ? 'factor.title' : 'factor.recovery')}
      lead={t(method === 'app' ? 'factor.lead' : 'factor.recovery_lead')}
      side={<SamplePosts />}
    >
      {problem ? (
        <Alert color="red" mb="md" role="alert">
          {problem}
        </Alert>
      ) : null}
      {form.isExpired ? (
        <Button renderRoot={(props) => <Link {...props} {...start} />} fullWidth size="md">
          {t('factor.again')}
        </Button>
      ) : (
        <>
          <form onSubmit={form.submit} noValidate>
            <TwoFactorCodeField form={form} />
            <Button
              type="submit"
              fullWidth
              size="md"
              mt="lg"
              loading={form.isPending}
              disabled={form.isIncomplete}
            >
              {t('code.action')}
            </Button>
          </form>
          <Button variant="default" fullWidth mt="sm" onClick={form.switchMethod}>
            {t(method === 'app' ? 'factor.use_recovery' : 'factor.use_app')}
          </Button>
          <p className={css['foot']}>
            <Link {...start}>{t('factor.again')}</Link>
          </p>
        </>
      )}
    </AuthLayout>
  )
}
