import { type Ref, useId } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './amount-picker.module.css'
import type { Amount } from './post-cost.ts'

type Props = {
  score: number
  typed: string
  amounts: number[]
  maxAmount: number
  error: string | undefined
  field?: Ref<HTMLInputElement>
  onChange: (amount: Amount) => void
}

/**
 * Picks the points per person: buttons for the suggested amounts, a field for any other.
 * Unaffordable amounts are disabled.
 */
export function AmountPicker({ score, typed, amounts, maxAmount, error, field, onChange }: Props) {
  const { t } = useTranslation('feed')
  const name = useId()
  const isSuggested = amounts.includes(score)
  return (
    <div className={css['amounts']} role="radiogroup" aria-label={t('composer.amount')}>
      {amounts.map((amount) => (
        <label key={amount} className={css['amount']}>
          <input
            type="radio"
            name={name}
            checked={score === amount}
            disabled={amount > maxAmount && score !== amount}
            onChange={() => onChange({ score: amount, typed: '' })}
          />
          <span>+{formatNumber(amount)}</span>
        </label>
      ))}
      <input
        ref={field}
        className={css['other']}
        inputMode="numeric"
        autoComplete="off"
        data-chosen={!isSuggested}
        aria-label={t('composer.other_amount')}
        placeholder={t('composer.other')}
        value={typed || (isSuggested ? '' : String(score))}
        aria-invalid={error ? true : undefined}
        aria-describedby={error}
        onChange={(event) => onChange({ score: null, typed: event.currentTarget.value })}
      />
    </div>
  )
}
