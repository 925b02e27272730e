import { Alert, Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { AuthLayout, authCss as css } from '#web/shared/layout/AuthLayout.tsx'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { CodeInput } from '#web/ui/CodeInput.tsx'
import { SamplePosts } from './SamplePosts.tsx'

/** What was proved before is not good any more: no code of the app mends that. */
const isProofExpired = (error: unknown) =>
  error instanceof ApiCallError &&
  (['invalid_code', 'code_exhausted', 'google_token_invalid', 'invite_invalid'] as const).some(
    (code) => error.has(code),
  )

/**
 * The last step of signing in where an account has an authenticator app: its code, or a recovery
 * code.
 */
export function TwoFactorForm<Entered>({
  enter,
  onEntered,
}: {
  enter: (code: string) => Promise<Entered>
  onEntered: (entered: Entered) => void
}) {
  const { t } = useTranslation('auth')
  const [by, setBy] = useState<'app' | 'recovery'>('app')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  usePageTitle(t('factor.title'))
  const check = useMutation({
    mutationFn: enter,
    onSuccess: onEntered,
    onError: (error) => {
      setOver(isProofExpired(error))
      setProblem(isProofExpired(error) ? t('factor.over') : callErrorText(t, error))
      // Digits are typed anew; what was copied from paper is looked at again.
      if (by === 'app') setCode('')
    },
  })
  const send = (typed: string) => {
    if (!typed.trim() || check.isPending) return
    setProblem(null)
    check.mutate(typed)
  }
  const type = (typed: string) => {
    setCode(typed)
    if (typed.length === limits.code_digits) send(typed)
  }
  const change = () => {
    setBy(by === 'app' ? 'recovery' : 'app')
    setCode('')
    setProblem(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(code)
  }
  const incomplete = by === 'app' ? code.length < limits.code_digits : !code.trim()
  return (
    <AuthLayout
      title={t(by === 'app' ? 'factor.title' : 'factor.recovery')}
      lead={t(by === 'app' ? 'factor.lead' : 'factor.recovery_lead')}
      side={<SamplePosts />}
    >
      {problem ? (
        <Alert color="red" mb="md" role="alert">
          {problem}
        </Alert>
      ) : null}
      {over ? (
        <Button component={Link} to="/login" fullWidth size="md">
          {t('factor.again')}
        </Button>
      ) : (
        <>
          <form onSubmit={submit} noValidate>
            {by === 'app' ? (
              <CodeInput
                length={limits.code_digits}
                value={code}
                onChange={type}
                disabled={check.isPending}
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
            )}
            <Button
              type="submit"
              fullWidth
              size="md"
              mt="lg"
              loading={check.isPending}
              disabled={incomplete}
            >
              {t('code.action')}
            </Button>
          </form>
          <Button variant="default" fullWidth mt="sm" onClick={change}>
            {t(by === 'app' ? 'factor.use_recovery' : 'factor.use_app')}
          </Button>
          <p className={css['foot']}>
            <Link to="/login">{t('factor.again')}</Link>
          </p>
        </>
      )}
    </AuthLayout>
  )
}
