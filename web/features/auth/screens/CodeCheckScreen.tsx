import { Alert, Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import css from '#web/shared/layout/auth-layout.module.css'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { call, ApiCallError } from '#web/lib/client.ts'
import { session } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { CodeInput } from '#web/ui/CodeInput.tsx'
import { SamplePosts } from '../components/SamplePosts.tsx'
import { findMailProvider } from '../mail-provider.ts'
import { completeSignIn, useSignInRedirect } from '../components/use-sign-in-redirect.ts'
import { useCall } from '#web/shared/use-call.ts'

const resendAfterS = 30

function useCountdown(from: number): [left: number, restart: () => void] {
  const [start, setStart] = useState(from)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return [Math.max(resendAfterS - Math.floor((now - start) / 1000), 0), () => setStart(Date.now())]
}

function ResendCode({
  secondsLeft,
  busy,
  onResend,
}: {
  secondsLeft: number
  busy: boolean
  onResend: () => void
}) {
  const { t } = useTranslation('auth')
  return (
    <>
      {secondsLeft > 0 ? (
        <Text component="span" c="dimmed">
          {t('code.wait', { count: secondsLeft })}
        </Text>
      ) : (
        <Button variant="subtle" size="compact-sm" loading={busy} onClick={onResend}>
          {t('code.resend')}
        </Button>
      )}
      {' · '}
    </>
  )
}

/** The state of the code check: the latest code, its verification, and a request for another. */
function useCodeCheck(next: string | undefined) {
  const { t } = useTranslation('auth')
  const redirect = useSignInRedirect(next)
  const navigate = useNavigate()
  const [pending, setPending] = useState(session.pendingCode())
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  // Only a new code helps, so the code field is hidden.
  const [exhausted, setExhausted] = useState(false)
  const [secondsLeft, restart] = useCountdown(pending?.sent_at ?? 0)

  const showError = (error: unknown) => {
    setProblem(callErrorText(t, error))
    setCode('')
    if (error instanceof ApiCallError && error.has('code_exhausted')) setExhausted(true)
  }
  const verify = useMutation({
    mutationFn: async (entered: string) => {
      const { email = '', sig = '', form = 'login' } = pending ?? {}
      return completeSignIn(
        await call('auth.verify_code', { body: { email, sig, code: entered } }),
        form,
        'code',
      )
    },
    onSuccess: redirect,
    onError: (error, entered) => {
      if (!(error instanceof ApiCallError && error.has('second_factor_needed')) || !pending)
        return showError(error)
      session.setPendingProof({
        by: 'code',
        email: pending.email,
        sig: pending.sig,
        code: entered,
        form: pending.form,
      })
      // Replaces this page: the code was correct, and Back must not request it again.
      return navigate({ to: '/second-factor', search: next ? { next } : {}, replace: true })
    },
  })
  const resend = useCall('auth.get_code', {
    input: () => ({ body: { email: pending?.email ?? '' } }),
    onSuccess: ({ sig }) => {
      const renewed = {
        email: pending?.email ?? '',
        sig,
        form: pending?.form ?? 'login',
        sent_at: Date.now(),
      } as const
      session.setPendingCode(renewed)
      setPending(renewed)
      setProblem(null)
      setExhausted(false)
      restart()
    },
    onError: showError,
  })
  const changeCode = (entered: string) => {
    setCode(entered)
    if (entered.length === limits.code_digits && !verify.isPending) {
      setProblem(null)
      verify.mutate(entered)
    }
  }
  return { pending, code, problem, exhausted, secondsLeft, verify, resend, changeCode }
}

/** Opens the web mail of the address, if its provider is known, in another tab. */
function OpenMailButton({ email }: { email: string }) {
  const { t } = useTranslation('auth')
  const provider = findMailProvider(email)
  return provider ? (
    <Button
      component="a"
      href={provider.url}
      target="_blank"
      rel="noreferrer"
      variant="default"
      fullWidth
      size="md"
      mt="sm"
    >
      {t('code.open_mail', { provider: provider.name })}
    </Button>
  ) : null
}

export function CodeCheckScreen() {
  const { t } = useTranslation('auth')
  const { next } = useSearch({ strict: false }) as { next?: string }
  const { pending, code, problem, exhausted, secondsLeft, verify, resend, changeCode } =
    useCodeCheck(next)
  usePageTitle(t('code.title'))

  return (
    <AuthLayout
      title={t('code.title')}
      lead={t('code.lead', { email: pending?.email ?? '' })}
      side={<SamplePosts />}
    >
      {problem ? (
        <Alert color="red" mb="md" role="alert" id="code-problem">
          {problem}
        </Alert>
      ) : null}
      {exhausted ? (
        <Button fullWidth size="md" loading={resend.isPending} onClick={() => resend.mutate()}>
          {t('code.resend')}
        </Button>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            changeCode(code)
          }}
        >
          <CodeInput
            length={limits.code_digits}
            value={code}
            onChange={changeCode}
            disabled={verify.isPending}
            error={problem !== null}
            label={t('code.label')}
            digitLabel={(n) => t('code.digit', { n })}
          />
          <Button
            type="submit"
            fullWidth
            size="md"
            mt="lg"
            loading={verify.isPending}
            disabled={code.length < limits.code_digits}
          >
            {t('code.action')}
          </Button>
        </form>
      )}
      <OpenMailButton email={pending?.email ?? ''} />
      <p className={css['foot']}>
        {exhausted ? null : (
          <ResendCode
            secondsLeft={secondsLeft}
            busy={resend.isPending}
            onResend={() => resend.mutate()}
          />
        )}
        {pending?.form === 'join' ? (
          <Link to="/join">{t('code.other')}</Link>
        ) : (
          <Link to="/login" search={next ? { next } : {}}>
            {t('code.other')}
          </Link>
        )}
      </p>
    </AuthLayout>
  )
}
