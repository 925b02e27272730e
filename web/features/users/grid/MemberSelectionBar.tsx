import { Button, CloseButton } from '@mantine/core'
import { useState } from 'react'
import type { ListedMember } from '#contract/schemas/users.ts'
import { limits } from '#contract/limits.ts'
import { useCan, useConfig } from '#web/shared/config.ts'
import { DownloadMenu } from '#web/shared/FileFormat.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { exportUsers } from '../api/queries.ts'
import { BulkAdjustDialog } from './BulkAdjustDialog.tsx'
import { BulkPlaceDialog } from './BulkPlaceDialog.tsx'
import { BulkLimitsDialog, BulkPermissionsDialog, BulkSummaryDialog } from './BulkDialogs.tsx'
import css from './team-grid.module.css'
import type { TeamView } from './team-view.ts'
import { type BulkChange, useBulkChange } from './use-bulk-change.ts'
import type { Selection } from '#web/shared/use-selection.ts'

type Dialog = 'deactivate' | 'reactivate' | 'permissions' | 'limits' | 'place' | 'adjust'
type Run = (change: BulkChange) => void

/** The dialog of an action about the selected members. */
function BulkDialog({
  dialog,
  count,
  members,
  run,
  onClose,
}: {
  dialog: Dialog
  count: number
  members: ListedMember[]
  run: Run
  onClose: () => void
}) {
  const { t } = useTranslation('team')
  const submit: Run = (change) => {
    onClose()
    run(change)
  }
  if (dialog === 'permissions')
    return (
      <BulkPermissionsDialog count={count} members={members} submit={submit} onClose={onClose} />
    )
  if (dialog === 'place') return <BulkPlaceDialog count={count} submit={submit} onClose={onClose} />
  if (dialog === 'adjust')
    return <BulkAdjustDialog count={count} submit={submit} onClose={onClose} />
  if (dialog === 'limits')
    return <BulkLimitsDialog count={count} submit={submit} onClose={onClose} />
  return (
    <ConfirmDialog
      opened
      danger={dialog === 'deactivate'}
      title={t(`bulk.${dialog}.title`, { count })}
      text={t(`bulk.${dialog}.text`)}
      confirm={t(`${dialog}.action`)}
      cancel={t('common:cancel')}
      onConfirm={() => submit({ kind: dialog })}
      onClose={onClose}
    />
  )
}

function SelectAllButton({
  total,
  busy,
  onClick,
}: {
  total: number
  busy: boolean
  onClick: () => void
}) {
  const { t } = useTranslation('team')
  return (
    <Button variant="subtle" size="compact-sm" loading={busy} onClick={onClick}>
      {t('bulk.select_all', { count: Math.min(total, limits.user_selection_max) })}
    </Button>
  )
}

function ExportButton({ ids }: { ids: string[] }) {
  const { t } = useTranslation('team')
  return (
    <DownloadMenu
      isNarrow
      disabled={!ids.length}
      save={(format) => exportUsers(ids, t('title'), format)}
    >
      {t('bulk.action.export')}
    </DownloadMenu>
  )
}

/** The selection and its actions, at the foot of the page. */
export function MemberSelectionBar({
  view,
  members,
  total,
  selection,
  selectAll,
  isSelectingAll,
}: {
  view: TeamView
  members: ListedMember[]
  total: number
  selection: Selection
  selectAll: () => void
  isSelectingAll: boolean
}) {
  const { t } = useTranslation('team')
  const { impersonated } = useConfig()
  const can = useCan()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const bulk = useBulkChange((changed) => selection.set(changed, false))
  const ids = [...selection.ids]
  const count = ids.length
  const run: Run = (change) => void bulk.run(change, ids)
  const isBusy = bulk.progress !== null
  const button = (kind: Dialog | 'resend', onClick: () => void) => (
    <Button variant="default" disabled={isBusy || !count} onClick={onClick}>
      {t(`bulk.action.${kind}`)}
    </Button>
  )
  const action = (kind: Dialog) => button(kind, () => setDialog(kind))
  return (
    <>
      {count || isBusy || bulk.retry ? (
        <section className={css['selection']} aria-label={t('bulk.title')}>
          <b role="status">
            {bulk.progress ? t('bulk.progress', bulk.progress) : t('bulk.selected', { count })}
          </b>
          {count < Math.min(total, limits.user_selection_max) ? (
            <SelectAllButton total={total} busy={isSelectingAll} onClick={selectAll} />
          ) : null}
          <span className={css['gap']} />
          {bulk.retry ? <Button onClick={bulk.retry}>{t('bulk.retry')}</Button> : null}
          {impersonated ? null : button('resend', () => run({ kind: 'resend' }))}
          {impersonated ? null : action('permissions')}
          {action('limits')}
          {action('place')}
          {can('adjust_balances') ? action('adjust') : null}
          <ExportButton ids={ids} />
          {view.state === 'deactivated' && !impersonated ? action('reactivate') : null}
          {view.state === 'deactivated' ? null : action('deactivate')}
          <CloseButton aria-label={t('bulk.clear')} disabled={isBusy} onClick={selection.clear} />
        </section>
      ) : null}
      {dialog ? (
        <BulkDialog
          dialog={dialog}
          count={count}
          members={members}
          run={run}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {bulk.summary ? (
        <BulkSummaryDialog summary={bulk.summary} onClose={bulk.closeSummary} />
      ) : null}
    </>
  )
}
