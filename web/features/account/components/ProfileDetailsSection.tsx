import { Alert, Button, Group, NativeSelect, Switch, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Language } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import type { User } from '#contract/schemas/users.ts'
import { useConfig } from '#web/shared/config.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { noFormErrors, toFormErrors, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { UnsavedChangesPrompt } from '#web/shared/forms/UnsavedChangesPrompt.tsx'
import { call } from '#web/lib/client.ts'
import { languageNames, languages, setLanguage } from '#web/lib/i18n.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './account.module.css'
import { AccountSection } from './AccountSection.tsx'

const formFieldNames = [
  'first_name',
  'last_name',
  'job_title',
  'phone',
  'birth_date',
  'hire_date',
  'language',
] as const
type TextFieldName = 'first_name' | 'last_name' | 'job_title' | 'phone' | 'birth_date' | 'hire_date'

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

/** Who one is, for one's colleagues. What was typed stays until it is saved. */
export function ProfileDetailsSection() {
  const { t, i18n } = useTranslation('account')
  const { user, settings } = useConfig()
  const client = useQueryClient()
  const kept = toFormValues(user)
  const [fields, setFields] = useState(kept)
  const [problems, setProblems] = useState(noFormErrors)
  const set = (part: Partial<typeof fields>) => setFields((old) => ({ ...old, ...part }))
  const save = useMutation({
    mutationFn: (given: typeof fields) =>
      call('profiles.update_me', {
        body: {
          ...given,
          birth_date: given.birth_date || null,
          hire_date: given.hire_date || null,
        },
      }),
    onSuccess: async (saved, given) => {
      // The record as it was kept; what was typed since stays.
      const record = toFormValues(saved)
      setFields((now) => ({
        ...now,
        ...Object.fromEntries(
          Object.entries(record).filter(
            ([name]) => now[name as keyof FormValues] === given[name as keyof FormValues],
          ),
        ),
      }))
      await setLanguage(saved.language ?? settings.language)
      await client.invalidateQueries()
      // In the language that was just chosen.
      notifySuccess(i18n.t('account:saved'))
    },
    onError: (error) => setProblems(toFormErrors(t, error, formFieldNames)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems(noFormErrors)
    save.mutate(fields)
  }
  const field = (
    name: TextFieldName,
    rest: {
      type?: string
      autoComplete: string
      inputMode?: 'tel'
      maxLength?: number
      description?: string
      placeholder?: string
      required?: boolean
    },
  ) => (
    <TextInput
      label={t(`field.${name}`)}
      name={name}
      value={fields[name]}
      error={problems.fields[name]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
      {...rest}
      withAsterisk={false}
    />
  )
  const team = t('field.language_team', { language: languageNames[settings.language] })
  return (
    <AccountSection title={t('details.title')} text={t('details.text')}>
      <Form problems={problems} onSubmit={submit} className={css['form']}>
        {problems.general ? (
          <Alert color="red" role="alert">
            {problems.general}
          </Alert>
        ) : null}
        <div className={css['two']}>
          {field('first_name', {
            autoComplete: 'given-name',
            maxLength: limits.name_chars_max,
            required: true,
          })}
          {field('last_name', {
            autoComplete: 'family-name',
            maxLength: limits.name_chars_max,
            required: true,
          })}
        </div>
        <div className={css['two']}>
          {field('job_title', {
            autoComplete: 'organization-title',
            maxLength: limits.job_title_chars_max,
          })}
          {field('phone', {
            type: 'tel',
            inputMode: 'tel',
            autoComplete: 'tel',
            maxLength: 40,
            placeholder: '+1 212 555 2368',
            description: t('field.phone_hint'),
          })}
        </div>
        <div className={css['two']}>
          {field('birth_date', { type: 'date', autoComplete: 'bday' })}
          {field('hire_date', { type: 'date', autoComplete: 'off' })}
        </div>
        <Switch
          label={t('field.show_dates')}
          description={t('field.show_dates_hint')}
          checked={fields.show_dates}
          onChange={(event) => set({ show_dates: event.currentTarget.checked })}
        />
        <NativeSelect
          label={t('field.language')}
          name="language"
          value={fields.language ?? ''}
          error={problems.fields['language']}
          className={css['half']}
          onChange={(event) =>
            set({ language: (event.currentTarget.value || null) as Language | null })
          }
          data={[
            { value: '', label: team },
            ...languages.map((value) => ({ value, label: languageNames[value] })),
          ]}
        />
        <UnsavedChangesPrompt changed={JSON.stringify(fields) !== JSON.stringify(kept)} />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {t('save')}
          </Button>
        </Group>
      </Form>
    </AccountSection>
  )
}
