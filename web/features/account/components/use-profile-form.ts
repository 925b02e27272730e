import { type FormEvent, useState } from 'react'
import { useQueryClient, useMutation } from '@tanstack/react-query'
import type { User } from '#contract/schemas/users.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { noFormErrors, notifySuccess, toFormErrors } from '#web/shared/errors/error-messages.ts'
import { call } from '#web/lib/client.ts'
import { setLanguage } from '#web/lib/i18n.ts'

const formFieldNames = [
  'first_name',
  'last_name',
  'job_title',
  'phone',
  'birth_date',
  'hire_date',
  'language',
] as const

const toFormValues = (user: User) => ({
  first_name: user.first_name,
  last_name: user.last_name,
  job_title: user.job_title,
  phone: user.phone,
  birth_date: user.birth_date ?? '',
  hire_date: user.hire_date ?? '',
  show_dates: user.show_dates,
  language: user.language,
})
type FormValues = ReturnType<typeof toFormValues>

/** The state of the user's own profile form. Input stays until it is saved. */
export function useProfileForm() {
  const { t, i18n } = useTranslation('account')
  const { user, settings } = useConfig()
  const client = useQueryClient()
  const savedValues = toFormValues(user)
  const [fields, setFields] = useState(savedValues)
  const [problems, setProblems] = useState(noFormErrors)
  const set = (part: Partial<typeof fields>) => setFields((old) => ({ ...old, ...part }))
  const save = useMutation({
    mutationFn: (sent: typeof fields) =>
      call('profiles.update_me', {
        body: {
          ...sent,
          birth_date: sent.birth_date || null,
          hire_date: sent.hire_date || null,
        },
      }),
    onSuccess: async (saved, sent) => {
      // Takes over the saved record, except in fields edited since the request was sent.
      const record = toFormValues(saved)
      setFields((current) => ({
        ...current,
        ...Object.fromEntries(
          Object.entries(record).filter(
            ([name]) => current[name as keyof FormValues] === sent[name as keyof FormValues],
          ),
        ),
      }))
      await setLanguage(saved.language ?? settings.language)
      await client.invalidateQueries()
      // Reads the text after the language change.
      notifySuccess(i18n.t('account:saved'))
    },
    onError: (error) => setProblems(toFormErrors(t, error, formFieldNames)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems(noFormErrors)
    save.mutate(fields)
  }
  return {
    fields,
    set,
    problems,
    submit,
    isChanged: JSON.stringify(fields) !== JSON.stringify(savedValues),
    isSaving: save.isPending,
  }
}
export type ProfileForm = ReturnType<typeof useProfileForm>
