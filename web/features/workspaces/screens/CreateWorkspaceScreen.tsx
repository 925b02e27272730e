import { Button, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Language } from '#contract/schemas/common.ts'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import css from '#web/shared/layout/auth-layout.module.css'
import { EntryProgress } from '#web/shared/layout/EntryProgress.tsx'
import { SignedInAs } from '#web/shared/layout/SignedInAs.tsx'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { noFormErrors, toFormErrors } from '#web/shared/errors/error-messages.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { accountQuery } from '#web/shared/sign-in-queries.ts'
import { session } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useCall } from '#web/shared/use-call.ts'

/** Returns the time zone of the browser, or UTC if the browser knows only an offset. */
function findTimezone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return /^[+-]/.test(timeZone) ? 'UTC' : timeZone
}

/** /create-team: the name of a new team, suggested from the domain of the address. */
export function CreateWorkspaceScreen() {
  const { t, i18n } = useTranslation('auth')
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data: account } = useQuery(accountQuery)
  // The suggested name is shown until the user types.
  const [typed, setTyped] = useState<string>()
  const name = typed ?? account?.team_name ?? ''
  const [problems, setProblems] = useState(noFormErrors)
  usePageTitle(t('team.title'))
  const create = useCall('auth.create_workspace', {
    provesPresence: true,
    input: () => ({
      body: {
        name,
        timezone: findTimezone(),
        language: i18n.language as Language,
      },
      temporary: true,
    }),
    onSuccess: ({ access_token: accessToken }) => {
      session.start(accessToken)
      client.clear()
      void navigate({ to: '/create-profile' })
    },
    onError: (error) => setProblems(toFormErrors(t, error, ['name'])),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems(noFormErrors)
    create.mutate()
  }
  return (
    <AuthLayout
      title={t('team.title')}
      lead={t('team.lead')}
      progress={<EntryProgress step={1} steps={3} />}
    >
      <Form problems={problems} onSubmit={submit}>
        <GeneralProblem text={problems.general} mb="md" />
        <TextInput
          label={t('team.name')}
          name="name"
          autoComplete="organization"
          size="md"
          autoFocus
          value={name}
          placeholder={t('team.placeholder')}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={problems.fields['name']}
        />
        <Button type="submit" fullWidth size="md" mt="lg" loading={create.isPending}>
          {t('team.action')}
        </Button>
      </Form>
      <Link to="/workspaces" className={css['back']}>
        {t('teams.title')}
      </Link>
      <SignedInAs email={account?.email} />
    </AuthLayout>
  )
}
