import { useTranslation } from 'react-i18next'
import { formatNumber } from '#web/lib/format.ts'
import css from './feed.module.css'

const amounts = [5, 10, 15, 20, 25]

/** How many points each person gets: the usual amounts to click, any other to type. */
export function AmountPicker({ score, left, max, people, onChange }: { score: number; left: number | null; max: number | null; people: number; onChange: (score: number) => void }) {
  const { t } = useTranslation('feed')
  const fits = (amount: number) => (left === null || amount * Math.max(people, 1) <= left) && (max === null || amount <= max)
  return (
    <div role="radiogroup" aria-label={t('composer.amount')} style={{ display: 'flex', flexWrap: 'wrap', gap: 5, marginRight: 'auto' }}>
      {amounts.map((amount) => (
        <button key={amount} type="button" role="radio" aria-checked={score === amount} className={`plain ${css['amount']}`} disabled={!fits(amount)} onClick={() => onChange(amount)}>
          +{formatNumber(amount)}
        </button>
      ))}
      <input className={css['other']} type="number" min={1} inputMode="numeric" aria-label={t('composer.other_amount')} value={amounts.includes(score) ? '' : score} placeholder={t('composer.other')}
        onChange={(event) => { const amount = Math.trunc(Number(event.currentTarget.value)); onChange(amount >= 1 ? amount : 10) }} />
    </div>
  )
}
