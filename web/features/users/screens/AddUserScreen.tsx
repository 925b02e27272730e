import { ActionIcon, Alert, Button, Group, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { useConfig } from '#web/shared/config.ts'
import {
  errorText,
  noFormErrors,
  toFormErrors,
  notifySuccess,
} from '#web/shared/errors/error-messages.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { call } from '#web/lib/client.ts'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import css from '../components/team.module.css'

type InviteRow = {
  key: string
  email: string
  first_name: string
  last_name: string
  problem?: string
}
const emptyInviteRow = (): InviteRow => ({
  key: crypto.randomUUID(),
  email: '',
  first_name: '',
  last_name: '',
})

/** Invites one person or several; who could not be invited stays in the form with the reason. */
export function AddUserScreen() {
  const { t } = useTranslation('team')
  const {
    settings: { timezone },
  } = useConfig()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [rows, setRows] = useState<InviteRow[]>(() => [emptyInviteRow()])
  const [problems, setProblems] = useState(noFormErrors)
  usePageTitle(t('add.title'))
  const invite = useMutation({
    mutationFn: (people: InviteRow[]) =>
      call('users.create', {
        body: {
          users: people.map(({ email, first_name: firstName, last_name: lastName }) => ({
            email,
            first_name: firstName,
            last_name: lastName,
          })),
        },
      }),
    onSuccess: (outcomes, people) => {
      void client.invalidateQueries({ queryKey: ['users'] })
      void client.invalidateQueries({ queryKey: ['config'] })
      const left = people.flatMap((person, index) => {
        const code = outcomes[index]?.code
        return code ? [{ ...person, problem: errorText(t, { code: code as ErrorCode }) }] : []
      })
      const sent = people.length - left.length
      if (sent) notifySuccess(t('add.sent', { count: sent }))
      const last = outcomes
        .flatMap((one) => one.sends_at ?? [])
        .toSorted()
        .at(-1)
      if (last) notifySuccess(t('add.later', { date: formatDate(last, timezone) }))
      if (left.length) {
        setRows(left)
        setProblems({ fields: { email: left[0]?.problem ?? '' }, general: null })
      } else void navigate({ to: '/settings/team' })
    },
    onError: (error) => setProblems(toFormErrors(t, error, [])),
  })
  const change = (key: string, part: Partial<InviteRow>) =>
    setRows((old) =>
      old.map((one) =>
        one.key === key
          ? { ...one, ...part, ...('email' in part ? { problem: undefined as never } : {}) }
          : one,
      ),
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems(noFormErrors)
    const filled = rows.filter((one, index) => one.email.trim() || index === 0)
    setRows(filled)
    invite.mutate(filled)
  }
  return (
    <Page
      title={t('add.title')}
      narrow
      back={
        <Link to="/settings/team" className={backClass}>
          <BackArrow />
          {t('title')}
        </Link>
      }
    >
      <Card>
        <Form problems={problems} onSubmit={submit}>
          {problems.general ? (
            <Alert color="red" mb="md" role="alert">
              {problems.general}
            </Alert>
          ) : null}
          {rows.map((one, index) => (
            <div
              key={one.key}
              className={css['person']}
              role="group"
              aria-label={t('add.person', { n: index + 1 })}
            >
              <TextInput
                label={t('add.email')}
                type="email"
                autoComplete="off"
                value={one.email}
                error={one.problem}
                onChange={(event) => change(one.key, { email: event.currentTarget.value })}
              />
              <TextInput
                label={t('add.first_name')}
                autoComplete="off"
                value={one.first_name}
                onChange={(event) => change(one.key, { first_name: event.currentTarget.value })}
              />
              <TextInput
                label={t('add.last_name')}
                autoComplete="off"
                value={one.last_name}
                onChange={(event) => change(one.key, { last_name: event.currentTarget.value })}
              />
              {rows.length > 1 ? (
                <ActionIcon
                  mt={26}
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={t('add.remove', { n: index + 1 })}
                  onClick={() => setRows((old) => old.filter((other) => other.key !== one.key))}
                >
                  <IconX size={16} aria-hidden="true" />
                </ActionIcon>
              ) : null}
            </div>
          ))}
          <Group justify="space-between">
            <Button
              variant="subtle"
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={() => setRows((old) => [...old, emptyInviteRow()])}
              disabled={rows.length >= 20}
            >
              {t('add.another')}
            </Button>
            <Button type="submit" loading={invite.isPending}>
              {t('add.action')}
            </Button>
          </Group>
        </Form>
      </Card>
    </Page>
  )
}
