import { ActionIcon } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PayrollRun } from '#contract/schemas/payroll.ts'
import { PagedList } from '#web/shared/PagedList.tsx'
import { copyText } from '#web/lib/clipboard.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { runLinesQuery } from '../api/queries.ts'
import { LinesTable } from './LinesTable.tsx'
import css from './payroll.module.css'
import { formatRange } from '#web/shared/points/payroll-range.ts'
import { TotalsTable } from './TotalsTable.tsx'

/** The hash of a run, by which payroll checks that a file is about these lines. */
function RunHash({ hash }: { hash: string }) {
  const { t } = useTranslation('finance')
  const [isCopied, setCopied] = useState<boolean | null>(null)
  const Icon = isCopied ? IconCheck : IconCopy
  const copyResult = isCopied ? t('payroll.run.copied') : t('payroll.run.copy_failed')
  return (
    <>
      <div className={css['hash']}>
        <span>
          {t('payroll.run.hash')} <code>{hash}</code>
        </span>
        <ActionIcon
          variant="default"
          size={34}
          aria-label={t('payroll.run.copy_hash')}
          onClick={() => void copyText(hash).then(setCopied)}
        >
          <Icon size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
      <p role="status" className={isCopied === false ? css['text'] : 'sr-only'}>
        {isCopied === null ? '' : copyResult}
      </p>
    </>
  )
}

/** The sums and lines of a locked run. */
export function RunDialog({ run, onClose }: { run: PayrollRun; onClose: () => void }) {
  const { t } = useTranslation('finance')
  const query = useInfiniteQuery(runLinesQuery(run.id))
  const name = t('payroll.run.name', { number: run.number })
  return (
    <Dialog
      title={`${name} · ${formatRange(run)}`}
      close={t('common:close')}
      size="lg"
      isFullScreenOnPhone
      onClose={onClose}
    >
      <div className={css['details']}>
        <TotalsTable totals={run.totals} />
        <div>
          <PagedList
            query={query}
            texts={{ emptyText: t('payroll.run.no_lines'), more: t('payroll.run.more_lines') }}
            frame="div"
            skeletonHeights={[44, 44, 44, 44]}
          >
            {(lines) => <LinesTable isCompact lines={lines} title={t('payroll.run.lines')} />}
          </PagedList>
        </div>
        <RunHash hash={run.hash} />
      </div>
    </Dialog>
  )
}
