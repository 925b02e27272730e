import { Alert, Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useConfig } from '#web/app/config.ts'
import { EntryLayout } from '#web/app/EntryLayout.tsx'
import { noProblems, problemsOf } from '#web/app/errors.ts'
import { useTitle } from '#web/app/title.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'

/** First and last name: nobody is in a team without them. */
export function CreateProfileScreen() {
  const { t } = useTranslation('auth')
  const { user } = useConfig()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [fields, setFields] = useState({ first_name: user.first_name, last_name: user.last_name, job_title: user.job_title })
  const [problems, setProblems] = useState(noProblems)
  useTitle(t('profile.title'))
  const save = useMutation({
    mutationFn: () => call('profiles.update_me', { body: fields }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['config'] })
      await client.refetchQueries({ queryKey: ['config'] })
      void navigate({ to: '/add-photo' })
    },
    onError: (error) => setProblems(problemsOf(t, error, ['first_name', 'last_name', 'job_title'])),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems(noProblems)
    save.mutate()
  }
  const field = (name: keyof typeof fields, autoComplete: string) => (
    <TextInput label={t(`profile.${name}`)} name={name} autoComplete={autoComplete} size="md" mb="md" value={fields[name]} error={problems.fields[name]}
      onChange={(event) => { const { value } = event.currentTarget; setFields((old) => ({ ...old, [name]: value })) }} />
  )
  return (
    <EntryLayout title={t('profile.title')} lead={t('profile.lead')}>
      <form onSubmit={submit} noValidate>
        {problems.general ? <Alert color="red" mb="md" role="alert">{problems.general}</Alert> : null}
        {field('first_name', 'given-name')}
        {field('last_name', 'family-name')}
        {field('job_title', 'organization-title')}
        <Button type="submit" fullWidth size="md" mt="xs" loading={save.isPending}>{t('profile.action')}</Button>
      </form>
    </EntryLayout>
  )
}
