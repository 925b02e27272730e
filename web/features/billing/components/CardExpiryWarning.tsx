import { useState } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import css from './billing.module.css'

const expiringSoonDays = 45
/** Returns the time (ms) at which a card with the expiry 'MM/YY' expires. */
function expiryTime(expiry: string): number {
  const [month = 0, year = 0] = expiry.split('/').map(Number)
  return Date.UTC(2000 + year, month, 1)
}

/** Warns about an expired card or a card that expires soon. */
export function CardExpiryWarning({ expiry }: { expiry: string }) {
  const { t } = useTranslation('billing')
  const [now] = useState(() => Date.now())
  const left = expiryTime(expiry) - now
  if (left > expiringSoonDays * 86_400_000) return null
  return (
    <p className={css['line']} data-tone={left > 0 ? 'wait' : 'bad'}>
      {t(left > 0 ? 'card.soon' : 'card.gone')}
    </p>
  )
}
