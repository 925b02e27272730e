import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useConfig } from '#web/shared/config.ts'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import { ProfileProgress } from '#web/shared/layout/EntryProgress.tsx'
import { SignedInAs } from '#web/shared/layout/SignedInAs.tsx'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { accountQuery } from '#web/shared/sign-in-queries.ts'
import { useCall } from '#web/shared/use-call.ts'

const fieldNames = ['first_name', 'last_name', 'job_title'] as const
type FieldName = (typeof fieldNames)[number]

/** First and last name, which every member needs. */
export function CreateProfileScreen() {
  const { t } = useTranslation('auth')
  const { user } = useConfig()
  const navigate = useNavigate()
  const { next } = useSearch({ strict: false }) as { next?: string }
  const isNamed = Boolean(user.first_name || user.last_name)
  const { data: account } = useQuery({ ...accountQuery, enabled: !isNamed })
  const form = useServerForm<Partial<Record<FieldName, string>>>({ initialValues: {}, fieldNames })
  const { problems } = form
  // The name from another team is prefilled; typed input takes precedence.
  const { first_name: firstName, last_name: lastName } = isNamed ? user : (account ?? user)
  const fields = {
    first_name: firstName,
    last_name: lastName,
    job_title: user.job_title,
    ...form.values,
  }
  usePageTitle(t('profile.title'))
  const save = useCall('profiles.update_me', {
    input: () => ({ body: fields }),
    // The guard of the next page reads the name from the config.
    waitsFor: ['config'],
    // The next steps are no page to return to after them.
    onSuccess: () => {
      const search = /^\/(add-photo|welcome|setup)/.test(next ?? '') ? {} : { next }
      void navigate({ to: '/add-photo', search })
    },
    onError: form.showRefusal,
  })
  const submit = form.submitTo(() => save.mutate())
  const renderField = (name: FieldName, autoComplete: string) => (
    <TextInput
      label={t(`profile.${name}`)}
      name={name}
      autoComplete={autoComplete}
      size="md"
      mb="md"
      autoFocus={name === 'first_name'}
      {...form.getInputProps(name)}
      value={fields[name]}
    />
  )
  return (
    <AuthLayout
      title={t('profile.title')}
      lead={t('profile.lead')}
      progress={<ProfileProgress step={1} />}
    >
      <Form problems={problems} onSubmit={submit}>
        <GeneralProblem text={problems.general} mb="md" />
        {renderField('first_name', 'given-name')}
        {renderField('last_name', 'family-name')}
        {renderField('job_title', 'organization-title')}
        <Button type="submit" fullWidth size="md" mt="xs" loading={save.isPending}>
          {t('profile.action')}
        </Button>
      </Form>
      <SignedInAs email={user.email} />
    </AuthLayout>
  )
}
