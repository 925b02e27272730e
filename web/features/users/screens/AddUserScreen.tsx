import { ActionIcon, Alert, Button, Group, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
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
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import css from '../components/team.module.css'
import { useCall } from '#web/shared/use-call.ts'

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

/** The rows of the form, and the invitation of their people. */
function useInvitePeople() {
  const { t } = useTranslation('team')
  const {
    settings: { timezone },
  } = useConfig()
  const navigate = useNavigate()
  const [rows, setRows] = useState<InviteRow[]>(() => [emptyInviteRow()])
  const [problems, setProblems] = useState(noFormErrors)
  const invite = useCall('users.create', {
    input: (people: InviteRow[]) => ({
      body: {
        users: people.map(({ email, first_name: firstName, last_name: lastName }) => ({
          email,
          first_name: firstName,
          last_name: lastName,
        })),
      },
    }),
    onSuccess: (outcomes, people) => {
      const refusedRows = people.flatMap((person, index) => {
        const code = outcomes[index]?.code
        return code ? [{ ...person, problem: errorText(t, { code: code as ErrorCode }) }] : []
      })
      const sent = people.length - refusedRows.length
      if (sent) notifySuccess(t('add.sent', { count: sent }))
      const lastSendsAt = outcomes
        .flatMap(({ sends_at: sendsAt }) => sendsAt ?? [])
        .toSorted()
        .at(-1)
      if (lastSendsAt) notifySuccess(t('add.later', { date: formatDate(lastSendsAt, timezone) }))
      if (refusedRows.length) {
        setRows(refusedRows)
        setProblems({ fields: { email: refusedRows[0]?.problem ?? '' }, general: null })
      } else void navigate({ to: '/settings/team' })
    },
    onError: (error) => setProblems(toFormErrors(t, error, [])),
  })
  const change = (key: string, part: Partial<InviteRow>) =>
    setRows((old) =>
      old.map((row) =>
        row.key === key
          ? { ...row, ...part, ...('email' in part ? { problem: undefined as never } : {}) }
          : row,
      ),
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems(noFormErrors)
    const filledRows = rows.filter((row, index) => row.email.trim() || index === 0)
    setRows(filledRows)
    invite.mutate(filledRows)
  }
  return { rows, setRows, problems, change, isPending: invite.isPending, submit }
}

function InviteRowFields({
  row,
  index,
  onChange,
  onRemove,
}: {
  row: InviteRow
  index: number
  onChange: (part: Partial<InviteRow>) => void
  onRemove: (() => void) | undefined
}) {
  const { t } = useTranslation('team')
  return (
    <div className={css['person']} role="group" aria-label={t('add.person', { n: index + 1 })}>
      <TextInput
        label={t('add.email')}
        type="email"
        autoComplete="off"
        value={row.email}
        error={row.problem}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
      <TextInput
        label={t('add.first_name')}
        autoComplete="off"
        value={row.first_name}
        onChange={(event) => onChange({ first_name: event.currentTarget.value })}
      />
      <TextInput
        label={t('add.last_name')}
        autoComplete="off"
        value={row.last_name}
        onChange={(event) => onChange({ last_name: event.currentTarget.value })}
      />
      {onRemove ? (
        <ActionIcon
          mt={26}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('add.remove', { n: index + 1 })}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden="true" />
        </ActionIcon>
      ) : null}
    </div>
  )
}

/** Invites up to twenty people. Refused rows stay in the form with the reason. */
export function AddUserScreen() {
  const { t } = useTranslation('team')
  const { rows, setRows, problems, change, isPending, submit } = useInvitePeople()
  usePageTitle(t('add.title'))
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
          {rows.map((row, index) => (
            <InviteRowFields
              key={row.key}
              row={row}
              index={index}
              onChange={(part) => change(row.key, part)}
              onRemove={
                rows.length > 1
                  ? () => setRows((old) => old.filter((other) => other.key !== row.key))
                  : undefined
              }
            />
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
            <Button type="submit" loading={isPending}>
              {t('add.action')}
            </Button>
          </Group>
        </Form>
      </Card>
    </Page>
  )
}
