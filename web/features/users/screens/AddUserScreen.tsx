import { ActionIcon, Button, Group, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ErrorCode } from '#contract/errors.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { useConfig } from '#web/shared/config.ts'
import { errorText, notifySuccess } from '#web/shared/errors/error-messages.ts'
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
}
const emptyInviteRow = (): InviteRow => ({
  key: crypto.randomUUID(),
  email: '',
  first_name: '',
  last_name: '',
})
/** Returns whether anything is typed. A name without an address is refused at its row. */
const isFilled = ({ email, first_name: firstName, last_name: lastName }: InviteRow): boolean =>
  [email, firstName, lastName].some((text) => text.trim())

/** The rows of the form, and the invitation of their people. */
function useInvitePeople() {
  const { t } = useTranslation('team')
  const {
    settings: { timezone },
  } = useConfig()
  const navigate = useNavigate()
  const form = useServerForm<{ rows: InviteRow[] }>({
    initialValues: { rows: [emptyInviteRow()] },
    fieldNames: [],
    // A refused row is complete again as soon as its address changes.
    clearInputErrorOnChange: true,
  })
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
        return code ? [{ person, problem: errorText(t, { code: code as ErrorCode }) }] : []
      })
      const sent = people.length - refusedRows.length
      if (sent) notifySuccess(t('add.sent', { count: sent }))
      const lastSendsAt = outcomes
        .flatMap(({ sends_at: sendsAt }) => sendsAt ?? [])
        .toSorted()
        .at(-1)
      if (lastSendsAt) notifySuccess(t('add.later', { date: formatDate(lastSendsAt, timezone) }))
      if (refusedRows.length) {
        form.setValues({ rows: refusedRows.map(({ person }) => person) })
        form.setErrors(
          Object.fromEntries(
            refusedRows.map(({ problem }, index) => [`rows.${index}.email`, problem]),
          ),
        )
      } else void navigate({ to: '/settings/team' })
    },
    onError: form.showRefusal,
  })
  const submit = form.submitTo(({ rows }) => {
    const filledRows = rows.filter(isFilled)
    const sentRows = filledRows.length ? filledRows : rows.slice(0, 1)
    form.setValues({ rows: sentRows })
    invite.mutate(sentRows)
  })
  return { form, isPending: invite.isPending, submit }
}

function InviteRowFields({
  form,
  index,
  onRemove,
}: Pick<ReturnType<typeof useInvitePeople>, 'form'> & {
  index: number
  onRemove: (() => void) | undefined
}) {
  const { t } = useTranslation('team')
  return (
    <div className={css['person']} role="group" aria-label={t('add.person', { n: index + 1 })}>
      <TextInput
        label={t('add.email')}
        type="email"
        autoComplete="off"
        {...form.getInputProps(`rows.${index}.email`)}
      />
      <TextInput
        label={t('add.first_name')}
        autoComplete="off"
        {...form.getInputProps(`rows.${index}.first_name`)}
      />
      <TextInput
        label={t('add.last_name')}
        autoComplete="off"
        {...form.getInputProps(`rows.${index}.last_name`)}
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
  const { form, isPending, submit } = useInvitePeople()
  const { problems } = form
  const { rows } = form.values
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
          <GeneralProblem text={problems.general} mb="md" />
          {rows.map((row, index) => (
            <InviteRowFields
              key={row.key}
              form={form}
              index={index}
              onRemove={rows.length > 1 ? () => form.removeListItem('rows', index) : undefined}
            />
          ))}
          <Group justify="space-between">
            <Button
              variant="subtle"
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={() => form.insertListItem('rows', emptyInviteRow())}
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
