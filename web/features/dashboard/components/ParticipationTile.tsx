import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '#contract/routes/index.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { statisticsQuery } from '../api/queries.ts'
import type { DateRange } from '../date-range.ts'
import { hasBefore } from '../summary.ts'
import { ChangeFromPrevious } from './ChangeFromPrevious.tsx'
import css from './dashboard.module.css'
import { Tile } from './Tile.tsx'

type Statistics = OutputOf<'leaderboards.statistics'>

/** How many members gave or received, as a share of all members. */
function Share({ figure, data }: { figure: 'givers' | 'recipients'; data: Statistics }) {
  const { t } = useTranslation('dashboard')
  const { now, before } = data[figure]
  const shareOf = (count: number) => (data.people ? count / data.people : 0)
  const share = shareOf(now)
  return (
    <li className={css['share']} data-figure={figure}>
      <span>{t(`participation.${figure}`)}</span>
      <b>{formatPercent(share)}</b>
      <span className={css['meter']} aria-hidden="true">
        <i style={{ width: `${Math.min(share, 1) * 100}%` }} />
      </span>
      <small>
        {t('participation.count', {
          number: formatNumber(now),
          total: formatNumber(data.people),
        })}
      </small>
      {hasBefore(data) ? (
        <ChangeFromPrevious now={share * 100} before={shareOf(before) * 100} isShare />
      ) : null}
    </li>
  )
}

/** Members that gave and members that were thanked. */
export function ParticipationTile({ range }: { range: DateRange }) {
  const { t } = useTranslation('dashboard')
  return (
    <Tile
      title={t('participation.title')}
      range={range}
      query={useQuery(statisticsQuery(range))}
      empty={() => undefined}
      skeleton={
        <>
          <Skeleton height={70} mb={16} />
          <Skeleton height={70} />
        </>
      }
    >
      {(data) => (
        <ul className={css['sharesList']}>
          <Share figure="givers" data={data} />
          <Share figure="recipients" data={data} />
        </ul>
      )}
    </Tile>
  )
}
