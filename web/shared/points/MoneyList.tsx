import type { Money } from '#contract/schemas/common.ts'
import { formatMoney } from '#web/lib/format.ts'

/** Amounts of money, one for each currency, each on a line that does not break. */
export function MoneyList({ money }: { money: readonly Money[] }) {
  if (!money.length) return '–'
  return money.map(({ currency, minor }) => (
    <span key={currency} style={{ display: 'block', whiteSpace: 'nowrap' }}>
      {formatMoney(minor, currency)}
    </span>
  ))
}
