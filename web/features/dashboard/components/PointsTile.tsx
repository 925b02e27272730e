import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatMoney, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { worthOfPoints } from '#contract/worth-of-points.ts'
import { statisticsQuery } from '../api/queries.ts'
import type { DateRange } from '../date-range.ts'
import css from './dashboard.module.css'
import { Tile } from './Tile.tsx'

/** A number of points, and what they are worth if the team has set it. */
function PointsFigure({ title, text, points }: { title: string; text: string; points: number }) {
  const { t } = useTranslation('dashboard')
  const { settings } = useConfig()
  const hundred = settings.hundred_points
  return (
    <div className={css['pointsRow']}>
      <dt>
        {title}
        <small>{text}</small>
      </dt>
      <dd>
        <b>{formatNumber(points)}</b>
        {hundred === null ? null : (
          <small>
            {t('points.worth', {
              money: formatMoney(worthOfPoints(points, hundred).minor, hundred.currency),
            })}
          </small>
        )}
      </dd>
    </div>
  )
}

/** Points given and redeemed in the range, and the balances of all people today. */
export function PointsTile({ range }: { range: DateRange }) {
  const { t } = useTranslation('dashboard')
  const { settings, abilities } = useConfig()
  return (
    <Tile
      title={t('points.title')}
      range={range}
      query={useQuery(statisticsQuery(range))}
      behind={
        settings.hundred_points === null && abilities.includes('manage_finance')
          ? { to: '/settings/finance', text: t('points.set_worth') }
          : undefined
      }
      empty={() => undefined}
      skeleton={<Skeleton height={150} />}
    >
      {(data) => (
        <dl className={css['points']}>
          <PointsFigure
            title={t('points.given')}
            text={t('points.in_range')}
            points={data.points_granted.now}
          />
          <PointsFigure
            title={t('points.redeemed')}
            text={t('points.in_range')}
            points={data.points_spent.now}
          />
          <PointsFigure
            title={t('points.outstanding')}
            text={t('points.outstanding_text')}
            points={data.points_outstanding}
          />
        </dl>
      )}
    </Tile>
  )
}
