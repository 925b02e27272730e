import { IconCreditCard } from '@tabler/icons-react'
import css from './bank-card.module.css'

/**
 * Draws a payment card: brand, last digits and expiry. `ends` is the screen reader's label of the
 * digits.
 */
export function BankCard({
  brand,
  last4,
  ends,
  expiry,
}: {
  brand: string
  last4: string
  ends: string
  expiry: string
}) {
  return (
    <div className={css['plastic']}>
      <p className={css['brand']}>
        <IconCreditCard size={30} stroke={1.6} aria-hidden="true" />
        {brand}
      </p>
      <p className={css['number']}>
        <span aria-hidden="true">•••• •••• ••••</span> <span className="sr-only">{ends}</span>
        {last4}
      </p>
      <p className={css['expiry']}>{expiry}</p>
    </div>
  )
}
