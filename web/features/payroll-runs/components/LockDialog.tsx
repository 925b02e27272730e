import type { PayrollDraft, PayrollRun } from '#contract/schemas/payroll.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { countOpenPoints } from '#web/shared/points/payroll-draft-query.ts'
import { useCountryName } from '#web/shared/use-country-name.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useLockRun } from '../api/queries.ts'
import css from './payroll.module.css'
import { formatRange } from '#web/shared/points/payroll-range.ts'
import { TotalsTable } from './TotalsTable.tsx'

/** Confirms that a run is locked, because that is final. */
export function LockDialog({
  draft,
  onLocked,
  onRefused,
  onClose,
}: {
  /** The lines that the administrator looked at. */
  draft: PayrollDraft
  onLocked: (run: PayrollRun) => void
  onRefused: (error: unknown) => void
  onClose: () => void
}) {
  const { t } = useTranslation('finance')
  const countryName = useCountryName()
  const { from, to, country, hash } = draft
  const lock = useLockRun({
    onSuccess: (run) => {
      notifySuccess(t('payroll.lock.done', { number: run.number }))
      onLocked(run)
    },
    onError: onRefused,
  })
  const openPoints = countOpenPoints(draft)
  const facts = [
    country === null ? t('worth.all_countries') : countryName(country),
    t('payroll.lines', { count: draft.lines }),
    t('payroll.people', { count: draft.people }),
  ]
  return (
    <ConfirmDialog
      opened
      title={t('payroll.lock.title', { range: formatRange(draft) })}
      text={t('payroll.lock.text')}
      confirm={t('payroll.lock.action')}
      cancel={t('common:cancel')}
      busy={lock.isPending}
      onClose={onClose}
      onConfirm={() => lock.mutate({ from, to, country, hash })}
    >
      <p className={css['facts']}>{facts.join(' · ')}</p>
      <TotalsTable totals={draft.totals} />
      {openPoints ? (
        <p className={css['warning']}>{t('payroll.lock.open_points', { count: openPoints })}</p>
      ) : null}
    </ConfirmDialog>
  )
}
