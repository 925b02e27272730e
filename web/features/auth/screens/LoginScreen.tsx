import { Alert, Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { EntryLayout, entryCss as css } from '#web/app/EntryLayout.tsx'
import { Form } from '#web/app/Form.tsx'
import { noProblems, problemsOf } from '#web/app/errors.ts'
import { signInOptionsQuery } from '#web/app/signIn.ts'
import { useTitle } from '#web/app/title.ts'
import { call, CallError } from '#web/lib/client.ts'
import { type EntryForm, session } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { GoogleButton, googleNonceKey } from '../components/GoogleButton.tsx'
import { Samples } from '../components/Samples.tsx'
import { enterByProof, useWayIn } from '../components/useSignedIn.ts'

/**
 * The one form of /login and /sign-up: an address, to which a code is sent, or Google where the
 * server knows it.
 */
function LoginForm({ form }: { form: EntryForm }) {
  const { t } = useTranslation('auth')
  const { next, why } = useSearch({ strict: false }) as { next?: string; why?: string }
  const navigate = useNavigate()
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const [problems, setProblems] = useState({
    ...noProblems,
    general: why ? t(`errors:${why}`) : null,
  })
  const { data: options } = useQuery(signInOptionsQuery)
  const goOn = useWayIn(next)
  useTitle(t(`${form}.title`))
  const send = useMutation({
    mutationFn: (address: string) => call('auth.get_code', { body: { email: address } }),
    onSuccess: ({ sig }, address) => {
      session.setCode({ email: address, sig, form, sent_at: Date.now() })
      void navigate({ to: '/code-check', search: next ? { next } : {} })
    },
    onError: (error) => setProblems(problemsOf(t, error, ['email'])),
  })
  const google = useMutation({
    mutationFn: async (proof: { id_token: string; nonce_key: string }) =>
      enterByProof(await call('auth.verify_google', { body: proof }), form, 'google'),
    onSuccess: goOn,
    onError: (error, proof) => {
      if (!(error instanceof CallError && error.has('second_factor_needed'))) {
        setProblems(problemsOf(t, error, []))
        // The nonce may be used up.
        return client.invalidateQueries({ queryKey: googleNonceKey })
      }
      session.setProof({ by: 'google', ...proof, form })
      return navigate({ to: '/second-factor', search: next ? { next } : {} })
    },
  })
  const byGoogle = (id_token: string, nonce_key: string) => {
    setProblems(noProblems)
    google.mutate({ id_token, nonce_key })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems(noProblems)
    send.mutate(email.trim())
  }
  return (
    <EntryLayout title={t(`${form}.title`)} lead={t(`${form}.lead`)} side={<Samples />}>
      <Form problems={problems} onSubmit={submit}>
        {problems.general ? (
          <Alert color="red" mb="md" role="alert">
            {problems.general}
          </Alert>
        ) : null}
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
        <Button type="submit" fullWidth size="md" mt="lg" loading={send.isPending}>
          {t('send_code')}
        </Button>
      </Form>
      {options?.google ? (
        <GoogleButton {...options.google} busy={google.isPending} onToken={byGoogle} />
      ) : null}
      <p className={css['foot']}>
        {t(`${form}.other`)}{' '}
        <Link to={form === 'login' ? '/sign-up' : '/login'} search={next ? { next } : {}}>
          {t(`${form}.other_link`)}
        </Link>
      </p>
    </EntryLayout>
  )
}
export const LoginScreen = () => <LoginForm form="login" />
export const SignUpScreen = () => <LoginForm form="sign_up" />
