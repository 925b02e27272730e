import { Alert, Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ImportField, ImportPreview, UserImport } from '#contract/schemas/imports.ts'
import { useConfig } from '#web/shared/config.ts'
import { noFormErrors, toFormErrors } from '#web/shared/errors/error-messages.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { reviewQuery } from '../api/queries.ts'
import { InviteCost } from './InviteCost.tsx'
import { InviteOptions } from './InviteOptions.tsx'
import { ReviewTable } from './ReviewTable.tsx'
import { type InviteChoice, useInviteChoice } from './use-invite-choice.ts'
import { useStartWithChoice } from './use-start-with-choice.ts'
import css from './imports.module.css'

type Counts = ImportPreview['counts']
const submitKeys = { now: 'send', date: 'plan', later: 'add_people' } as const

/** Starts the import, or offers to choose another file when no row can be imported. */
function SubmitActions({
  counts: { invite, update, deactivate },
  choice: { when, deactivates },
  busy,
  onStart,
  onDiscard,
}: {
  counts: Counts
  choice: InviteChoice
  busy: boolean
  onStart: () => void
  onDiscard: () => void
}) {
  const { t } = useTranslation('imports')
  const counted = [
    { action: submitKeys[when], count: invite },
    { action: 'update' as const, count: update },
    { action: 'deactivate' as const, count: deactivate },
  ].find(({ count }) => count)
  if (!counted) return <Button onClick={onDiscard}>{t('columns.other_file')}</Button>
  return (
    <div className={css['submit']}>
      <InviteCost invited={invite} />
      <Button
        loading={busy}
        disabled={counted.action === 'deactivate' && !deactivates}
        {...(counted.action === 'deactivate' ? { color: 'red' } : {})}
        onClick={onStart}
      >
        {t(`confirm.${counted.action}`, { count: counted.count, n: formatNumber(counted.count) })}
      </Button>
    </div>
  )
}

/** Asks whether the departments and locations that do not exist yet are created. */
function NewGroups({
  groups: { names, total },
  choice,
}: {
  groups: ImportPreview['new_groups']
  choice: InviteChoice
}) {
  const { t } = useTranslation('imports')
  if (!total) return null
  const rest = total - names.length
  return (
    <Checkbox
      mt="lg"
      checked={choice.createsGroups}
      onChange={(event) => choice.setCreatesGroups(event.currentTarget.checked)}
      label={t('groups.create', { count: total })}
      description={names.join(', ') + (rest ? ` ${t('groups.more', { count: rest })}` : '')}
    />
  )
}

/** Asks whether members are deactivated whose status says that they have left. */
function Deactivations({ count, choice }: { count: number; choice: InviteChoice }) {
  const { t } = useTranslation('imports')
  return (
    <Checkbox
      mt="lg"
      checked={choice.deactivates}
      onChange={(event) => choice.setDeactivates(event.currentTarget.checked)}
      label={t('leavers.deactivate', { count, n: formatNumber(count) })}
      description={t('leavers.effect')}
    />
  )
}

/** The third step: every parsed row, then the button that starts the import. */
export function ConfirmStep({
  userImport,
  preview,
  fields,
  onBack,
  onDiscard,
}: {
  userImport: UserImport
  preview: ImportPreview
  fields: readonly ImportField[]
  onBack: () => void
  onDiscard: () => void
}) {
  const { t } = useTranslation('imports')
  const {
    settings: { timezone },
  } = useConfig()
  const choice = useInviteChoice(preview.new_groups.total > 0)
  const { start, isStarting, error } = useStartWithChoice(userImport.id, choice)
  // The table keeps the counts current after each correction.
  const counts = useQuery(reviewQuery(userImport.id, 'problems', 0)).data?.counts ?? preview.counts
  const errors = error ? toFormErrors(t, error, ['date', 'message']) : noFormErrors
  const isRunning = error instanceof ApiCallError && error.has('conflict')
  const problem = isRunning ? t('confirm.busy') : errors.general
  return (
    <Card>
      <h2 className={css['heading']} id="import-review">
        {t('confirm.title')}
      </h2>
      {counts.invite + counts.update + counts.deactivate ? null : (
        <p className={css['lead']}>{t('confirm.nobody')}</p>
      )}
      <ReviewTable importId={userImport.id} fields={fields} counts={preview.counts} />
      <NewGroups groups={preview.new_groups} choice={choice} />
      {counts.deactivate ? <Deactivations count={counts.deactivate} choice={choice} /> : null}
      {counts.invite ? <InviteOptions choice={choice} errors={errors} /> : null}
      {preview.mails_until && choice.when === 'now' ? (
        <p className={css['later']}>
          {t('later', { date: formatDate(preview.mails_until, timezone) })}
        </p>
      ) : null}
      {problem ? (
        <Alert color="red" mt="md" role="alert">
          {problem}
        </Alert>
      ) : null}
      <div className={css['actions']}>
        <Button variant="default" onClick={onBack}>
          {t('confirm.back')}
        </Button>
        <SubmitActions
          counts={counts}
          choice={choice}
          busy={isStarting}
          onStart={start}
          onDiscard={onDiscard}
        />
      </div>
    </Card>
  )
}
