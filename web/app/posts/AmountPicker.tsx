import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format.ts'
import css from './talk.module.css'

const amounts = [5, 10, 15, 20, 25]

/** How many points each person gets: the usual amounts to click, any other to type (null: nothing is typed yet). */
export function AmountPicker({ score, fits, problem, onChange }: { score: number | null; fits: (amount: number) => boolean; problem: string | undefined; onChange: (score: number | null) => void }) {
  const { t } = useTranslation('feed')
  const other = score === null || !amounts.includes(score)
  return (
    <div>
      <div role="group" aria-label={t('add_on.amount')} className={css['amounts']}>
        {amounts.map((amount) => (
          <button key={amount} type="button" aria-pressed={score === amount} className={`plain ${css['amount']}`} disabled={!fits(amount)} onClick={() => onChange(amount)}>+{formatNumber(amount)}</button>
        ))}
        <input className={css['other']} data-chosen={other && score !== null} type="text" inputMode="numeric" autoComplete="off" aria-label={t('add_on.other_amount')} aria-invalid={problem ? true : undefined} placeholder={t('add_on.other')} value={other && score !== null ? score : ''}
          onChange={(event) => { const digits = event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 5); onChange(digits ? Number(digits) : null) }} />
      </div>
      {problem ? <span className={css['problem']} role="alert">{problem}</span> : null}
    </div>
  )
}
