import { IconCreditCard } from '@tabler/icons-react'
import css from './bankcard.module.css'

/** A card as one knows it from the purse: its last figures and until when it is good. `ends` says to a screen reader what they are. */
export function BankCard({ last4, ends, expiry }: { last4: string; ends: string; expiry: string }) {
  return (
    <div className={css['plastic']}>
      <IconCreditCard size={30} stroke={1.6} aria-hidden="true" />
      <p className={css['number']}><span aria-hidden="true">•••• •••• ••••</span> <span className="sr-only">{ends}</span>{last4}</p>
      <p className={css['expiry']}>{expiry}</p>
    </div>
  )
}
