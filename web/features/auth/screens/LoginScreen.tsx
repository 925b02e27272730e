import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { SsoChoice } from '#contract/schemas/sso.ts'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import css from '#web/shared/layout/auth-layout.module.css'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { noFormErrors, toFormErrors } from '#web/shared/errors/error-messages.ts'
import { signInOptionsQuery } from '#web/shared/sign-in-queries.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { call, ApiCallError } from '#web/lib/client.ts'
import { type SignInForm, session } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { CompanySignInStep } from '../components/CompanySignInStep.tsx'
import { GoogleButton } from '../components/GoogleButton.tsx'
import { LegalLinks } from '../components/LegalLinks.tsx'
import { SamplePosts } from '../components/SamplePosts.tsx'
import { completeSignIn, useSignInRedirect } from '../components/use-sign-in-redirect.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

/** The state of the form: the address or the Google token, and their errors. */
type LoginFormName = Exclude<SignInForm, 'join'>

function useLoginForm(form: LoginFormName) {
  const { t } = useTranslation('auth')
  const { next, why: errorCode } = useSearch({ strict: false }) as { next?: string; why?: string }
  const navigate = useNavigate()
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const [problems, setProblems] = useState({
    ...noFormErrors,
    general: errorCode ? t(`errors:${errorCode}`) : null,
  })
  const redirect = useSignInRedirect(next)
  const [choices, setChoices] = useState<SsoChoice[]>([])
  const sendCode = useCall('auth.get_code', {
    input: (address: string) => ({ body: { email: address } }),
    onSuccess: ({ sig }, address) => {
      session.setPendingCode({ email: address, sig, form, sent_at: Date.now() })
      void navigate({ to: '/code-check', search: next ? { next } : {} })
    },
    onError: (error) => setProblems(toFormErrors(t, error, ['email'])),
  })
  // A failed search goes on with the code, whose call reports an invalid address.
  const findConnections = useMutation({
    mutationFn: (address: string) =>
      call('sso.discover', { body: { email: address } }).catch((): SsoChoice[] => []),
    onSuccess: (found, address) => {
      if (found.length) setChoices(found)
      else sendCode.mutate(address)
    },
  })
  const google = useMutation({
    mutationFn: async (proof: { id_token: string; nonce_key: string }) =>
      completeSignIn(await call('auth.verify_google', { body: proof }), form, 'google'),
    onSuccess: redirect,
    onError: (error, proof) => {
      if (!(error instanceof ApiCallError && error.has('second_factor_needed'))) {
        setProblems(toFormErrors(t, error, []))
        // The nonce may already be used.
        return client.invalidateQueries({ queryKey: queryKey('google_nonce') })
      }
      session.setPendingProof({ by: 'google', ...proof, form })
      return navigate({ to: '/second-factor', search: next ? { next } : {} })
    },
  })
  const submitGoogleToken = (idToken: string, nonceKey: string) => {
    setProblems(noFormErrors)
    google.mutate({ id_token: idToken, nonce_key: nonceKey })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems(noFormErrors)
    findConnections.mutate(email.trim())
  }
  const isBusy = findConnections.isPending || sendCode.isPending
  return {
    next,
    email,
    setEmail,
    problems,
    sendCode,
    google,
    submit,
    submitGoogleToken,
    choices,
    setChoices,
    isBusy,
  }
}

/**
 * The form of /login and /sign-up: an address for a code, or Google when the server supports it.
 */
function AddressForm({
  form,
  state: { next, email, setEmail, problems, google, submit, submitGoogleToken, isBusy },
}: {
  form: LoginFormName
  state: ReturnType<typeof useLoginForm>
}) {
  const { t } = useTranslation('auth')
  const { data: options } = useQuery(signInOptionsQuery)
  usePageTitle(t(`${form}.title`))
  return (
    <AuthLayout title={t(`${form}.title`)} lead={t(`${form}.lead`)} side={<SamplePosts />}>
      <Form problems={problems} onSubmit={submit}>
        <GeneralProblem text={problems.general} mb="md" />
        <TextInput
          label={t('email')}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          size="md"
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={problems.fields['email']}
          placeholder={t('email_placeholder')}
        />
        <Button type="submit" fullWidth size="md" mt="lg" loading={isBusy}>
          {t('code.action')}
        </Button>
      </Form>
      {options?.google ? (
        <GoogleButton {...options.google} busy={google.isPending} onToken={submitGoogleToken} />
      ) : null}
      <p className={css['foot']}>
        {t(`${form}.other`)}{' '}
        <Link to={form === 'login' ? '/sign-up' : '/login'} search={next ? { next } : {}}>
          {t(`${form}.other_link`)}
        </Link>
      </p>
      <LegalLinks />
    </AuthLayout>
  )
}

/** /login and /sign-up: the address, then the company sign-in of its domain if there is any. */
function LoginForm({ form }: { form: LoginFormName }) {
  const state = useLoginForm(form)
  const { choices, setChoices, email, next, problems, sendCode } = state
  return choices.length ? (
    <CompanySignInStep
      email={email.trim()}
      choices={choices}
      next={next}
      problem={problems.general ?? problems.fields['email'] ?? null}
      isSending={sendCode.isPending}
      onSendCode={() => sendCode.mutate(email.trim())}
      onOtherAddress={() => setChoices([])}
    />
  ) : (
    <AddressForm form={form} state={state} />
  )
}
export const LoginScreen = () => <LoginForm form="login" />
export const SignUpScreen = () => <LoginForm form="sign_up" />
