import { Alert, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDownload, IconLock } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { PayrollDraft } from '#contract/schemas/payroll.ts'
import { useDownload } from '#web/shared/FileFormat.tsx'
import { formatDay, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { downloadDraft } from '../api/queries.ts'
import { Attention } from './Attention.tsx'
import { LinesTable } from './LinesTable.tsx'
import css from './payroll.module.css'
import { TotalsTable } from './TotalsTable.tsx'

/** Lines that are open at first. */
const openLines = 10

/** The first lines of a draft: a few, and all of them on request. */
function FirstLines({ draft }: { draft: PayrollDraft }) {
  const { t } = useTranslation('finance')
  const [isOpen, setOpen] = useState(false)
  const isNarrow = useMediaQuery('(max-width: 61.9375em)', false, {
    getInitialValueInEffect: false,
  })
  const { first_lines: lines, lines: count } = draft
  const hidden = isOpen ? 0 : Math.max(lines.length - openLines, 0)
  const shown = lines.length - hidden
  return (
    <>
      <LinesTable
        lines={lines.slice(0, shown)}
        title={t('payroll.first_lines')}
        isCompact={isNarrow}
      />
      <div className={css['foot']}>
        {hidden ? (
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('payroll.more_lines', { count: hidden })}
          </Button>
        ) : null}
        {shown < count ? (
          <p>{t('payroll.shown_lines', { n: formatNumber(shown), all: formatNumber(count) })}</p>
        ) : null}
      </div>
    </>
  )
}

/** Locks the run or downloads its draft, with the reason why a run cannot be locked yet. */
function Actions({ draft, onLock }: { draft: PayrollDraft; onLock: () => void }) {
  const { t } = useTranslation('finance')
  const reasonId = useId()
  const download = useDownload(() => downloadDraft(draft))
  return (
    <div className={css['actions']}>
      <Button
        leftSection={<IconLock size={18} aria-hidden="true" />}
        disabled={!draft.ended}
        {...(draft.ended ? {} : { 'aria-describedby': reasonId })}
        onClick={onLock}
      >
        {t('payroll.lock.action')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden="true" />}
        loading={download.isPending}
        onClick={() => download.mutate(undefined)}
      >
        {t('payroll.download_draft')}
      </Button>
      {draft.ended ? null : (
        <p id={reasonId}>{t('payroll.lock.not_over', { date: formatDay(draft.to) })}</p>
      )}
    </div>
  )
}

/** The draft of a run: counts, sums, what to check, and its first lines. */
export function DraftSection({
  draft,
  isStale,
  problem,
  onLock,
}: {
  draft: PayrollDraft
  /** Whether the draft of other days is loading. */
  isStale: boolean
  /** Why the last lock was refused. */
  problem: string | null
  onLock: () => void
}) {
  const { t } = useTranslation('finance')
  const alert = problem ? (
    <Alert color="red" role="alert">
      {problem}
    </Alert>
  ) : null
  if (!draft.lines)
    return (
      <div className={css['draft']} aria-busy={isStale}>
        {alert}
        <EmptyState
          art="gift"
          level={3}
          title={t('payroll.empty')}
          text={t('payroll.empty_text')}
        />
      </div>
    )
  return (
    <div className={css['draft']} aria-busy={isStale} inert={isStale}>
      <div className={css['glance']}>
        <dl>
          <div>
            <dt>{t('payroll.lines_title')}</dt>
            <dd>{formatNumber(draft.lines)}</dd>
          </div>
          <div>
            <dt>{t('payroll.people_title')}</dt>
            <dd>{formatNumber(draft.people)}</dd>
          </div>
        </dl>
        <TotalsTable totals={draft.totals} />
      </div>
      <Attention draft={draft} />
      {alert}
      <Actions draft={draft} onLock={onLock} />
      <FirstLines key={`${draft.from} ${draft.to} ${draft.country}`} draft={draft} />
    </div>
  )
}
