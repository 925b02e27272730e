import { Alert, Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EntryLayout, entryCss as css } from '#web/app/EntryLayout.tsx'
import { noProblems, problemsOf } from '#web/app/errors.ts'
import { useTitle } from '#web/app/title.ts'
import { call } from '#web/lib/client.ts'
import { session } from '#web/lib/session.ts'
import { Samples } from '../components/Samples.tsx'

/** The one form of /login and /sign-up: an address, to which a code is sent. */
export function LoginForm({ form }: { form: 'login' | 'sign_up' }) {
  const { t } = useTranslation('auth')
  const { next } = useSearch({ strict: false }) as { next?: string }
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [problems, setProblems] = useState(noProblems)
  useTitle(t(`${form}.title`))
  const send = useMutation({
    mutationFn: (address: string) => call('auth.get_code', { body: { email: address } }),
    onSuccess: ({ sig }, address) => {
      session.setCode({ email: address, sig, form, sent_at: Date.now() })
      void navigate({ to: '/code-check', search: next ? { next } : {} })
    },
    onError: (error) => setProblems(problemsOf(t, error, ['email'])),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems(noProblems)
    send.mutate(email.trim())
  }
  return (
    <EntryLayout title={t(`${form}.title`)} lead={t(`${form}.lead`)} side={<Samples />}>
      <form onSubmit={submit} noValidate>
        {problems.general ? <Alert color="red" mb="md" role="alert">{problems.general}</Alert> : null}
        <TextInput label={t('email')} type="email" name="email" autoComplete="email" inputMode="email" size="md" autoFocus value={email}
          onChange={(event) => setEmail(event.currentTarget.value)} error={problems.fields['email']} placeholder={t('email_placeholder')} />
        <Button type="submit" fullWidth size="md" mt="lg" loading={send.isPending}>{t('send_code')}</Button>
      </form>
      <p className={css['foot']}>
        {t(`${form}.other`)} <Link to={form === 'login' ? '/sign-up' : '/login'} search={next ? { next } : {}}>{t(`${form}.other_link`)}</Link>
      </p>
    </EntryLayout>
  )
}
export const LoginScreen = () => <LoginForm form="login" />
export const SignUpScreen = () => <LoginForm form="sign_up" />
