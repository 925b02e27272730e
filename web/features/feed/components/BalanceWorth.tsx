import { useConfig } from '#web/shared/config.ts'
import { useOwnWorth } from '#web/shared/points/use-own-worth.ts'
import css from './feed.module.css'

/** What the reader's balance is worth, in teams that show it. */
export function BalanceWorth() {
  const { user } = useConfig()
  return <div className={css['small']}>{useOwnWorth()(user.balance)}</div>
}
