import { Button } from '@mantine/core'
import type { Leaver, LeaverAction } from '#contract/schemas/leavers.ts'
import { useConfig } from '#web/shared/config.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatDate, formatMoney, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './leavers.module.css'

/** What is known about a leaver: balance, money value, dates and outcome. */
function useFacts({ state, points, worth, ends_at, ended_at, outcome, result }: Leaver): string {
  const { t } = useTranslation('organization')
  const {
    settings: { timezone },
  } = useConfig()
  const end = formatDate(ended_at ?? ends_at, timezone)
  const rest =
    state === 'ended' ? t(`leavers.results.${result ?? 'none'}`) : t(`leavers.outcomes.${outcome}`)
  return [
    t('leavers.points', { count: points, n: formatNumber(points) }),
    ...(worth === null ? [] : [formatMoney(worth.minor, worth.currency)]),
    t(`leavers.state.${state}`, { date: end }),
    rest,
  ].join(' · ')
}

/** A leaver with the actions that their grace allows. */
export function LeaverRow({
  leaver,
  isBusy,
  onAction,
}: {
  leaver: Leaver
  isBusy: boolean
  onAction: (action: LeaverAction) => void
}) {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  const facts = useFacts(leaver)
  const name = nameOf(leaver.user)
  const actions: LeaverAction[] =
    leaver.state === 'ended' ? [] : [leaver.state === 'held' ? 'release' : 'hold', 'end']
  return (
    <li className={css['row']}>
      <div className={css['what']}>
        <b>{name}</b>
        <p>{facts}</p>
      </div>
      {actions.map((action) => (
        <Button
          key={action}
          size="sm"
          variant="default"
          disabled={isBusy}
          onClick={() => onAction(action)}
        >
          {t(`leavers.action.${action}`)}
          <span className="sr-only"> {name}</span>
        </Button>
      ))}
    </li>
  )
}
