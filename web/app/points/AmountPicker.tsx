import { useId, useState } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './points.module.css'

/** How many points each person gets: the usual amounts to click, any other to type. What does not fit now is pale. */
export function AmountPicker({ score, amounts, bound, wrong, onChange }: { score: number; amounts: number[]; bound: number; wrong: string | undefined; onChange: (score: number | null) => void }) {
  const { t } = useTranslation('feed')
  const name = useId()
  // While somebody types, the field shows what they type: '5' may become '50'.
  const [typed, setTyped] = useState<string>()
  const usual = amounts.includes(score)
  return (
    <div className={css['amounts']} role="radiogroup" aria-label={t('composer.amount')}>
      {amounts.map((amount) => (
        <label key={amount} className={css['amount']}>
          <input type="radio" name={name} checked={score === amount} disabled={amount > bound && score !== amount} onChange={() => onChange(amount)} />
          <span>+{formatNumber(amount)}</span>
        </label>
      ))}
      <input className={css['other']} inputMode="numeric" autoComplete="off" maxLength={5} data-chosen={!usual} aria-label={t('composer.other_amount')} placeholder={t('composer.other')}
        value={typed ?? (usual ? '' : String(score))} aria-invalid={wrong ? true : undefined} aria-describedby={wrong}
        onChange={(event) => {
          const digits = event.currentTarget.value.replaceAll(/\D/g, '')
          setTyped(digits)
          onChange(Number(digits) >= 1 ? Number(digits) : null)
        }}
        onBlur={() => setTyped(undefined)} />
    </div>
  )
}
