import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { memo } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import { PeriodsChart } from '#web/shared/charts/PeriodsChart.tsx'
import { periodUnit, splitIntoPeriods, sumPeriod } from '#web/shared/charts/periods.ts'
import { useCan } from '#web/shared/config.ts'
import { formatDay, formatNumber, formatPercent } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Sparkline } from '#web/ui/charts/Sparkline.tsx'
import { statisticsQuery } from '../api/queries.ts'
import { previousRange, type DateRange } from '../date-range.ts'
import { hasBefore } from '../summary.ts'
import { ChangeFromPrevious } from './ChangeFromPrevious.tsx'
import css from './dashboard.module.css'
import { Tile } from './Tile.tsx'

type Statistics = OutputOf<'leaderboards.statistics'>
const rangeStatistics = ['points_granted', 'points_spent', 'team_engagement'] as const
const statisticNames = ['active_users', ...rangeStatistics] as const
type StatisticName = (typeof statisticNames)[number]
/** The field of a day that a statistic draws. */
const dayFields = {
  points_granted: 'granted',
  points_spent: 'spent',
  active_users: 'active',
  team_engagement: 'active',
} as const satisfies Record<StatisticName, keyof Statistics['days'][number]>

/** Returns the bars beside a figure; of a long range the sums of weeks, as in the chart below. */
function sparkValues({ days, to }: Statistics, field: 'granted' | 'spent' | 'active'): number[] {
  const values = days.map((day) => day[field])
  const dayList = days.map(({ day }) => day)
  return splitIntoPeriods(dayList, periodUnit(dayList.length), to).map((period) =>
    sumPeriod(values, period),
  )
}

type StatisticProps = {
  name: StatisticName
  data: Statistics
  rangeNote?: string | undefined
  to: NonNullable<LinkProps['to']>
}
/** `rangeNote` names the range of a statistic that differs from the tile's range. */
function Statistic({ name, data, rangeNote, to }: StatisticProps) {
  const { t } = useTranslation('dashboard')
  const { now } = data[name]
  const values = sparkValues(data, dayFields[name])
  return (
    <li className={css['figure']}>
      <Link to={to} className={css['figureName']}>
        {t(`figures.${name}`)}
      </Link>
      {rangeNote ? <span className={css['counted']}>{rangeNote}</span> : null}
      <span className={css['number']}>
        {name === 'team_engagement' ? formatPercent(now / 100) : formatNumber(now)}
      </span>
      {hasBefore(data) ? (
        <ChangeFromPrevious {...data[name]} isShare={name === 'team_engagement'} />
      ) : null}
      <Sparkline values={values} {...(name === 'points_spent' ? { color: 'var(--good)' } : {})} />
    </li>
  )
}

const renderSkeleton = (figure: StatisticName) => (
  <div key={figure} className={css['figure']}>
    <Skeleton height={14} width="60%" />
    <Skeleton height={34} width="40%" my={8} />
    <Skeleton height={14} width="70%" />
    <Skeleton height={40} mt={12} />
  </div>
)

/** Active users, with a range of their own. */
function ActiveUsersStatistic({ range }: { range: DateRange }) {
  const { t } = useTranslation('dashboard')
  const { data, isError } = useQuery(statisticsQuery(range))
  const rangeNote =
    range.name === 'own'
      ? t('range.days', { from: formatDay(range.from), to: formatDay(range.to) })
      : t(`range.name.${range.name}`)
  if (data)
    return <Statistic name="active_users" data={data} rangeNote={rangeNote} to="/settings/team" />
  return isError ? (
    <li className={css['figure']}>
      <Link to="/settings/team" className={css['figureName']}>
        {t('figures.active_users')}
      </Link>
      <span className={css['number']}>–</span>
    </li>
  ) : (
    <li aria-busy="true">{renderSkeleton('active_users')}</li>
  )
}

const DaysChart = memo(function DaysChart({ data }: { data: Statistics }) {
  const { t } = useTranslation('dashboard')
  const topDay = data.days.reduce<Statistics['days'][number] | undefined>(
    (top, day) => (day.granted > (top?.granted ?? 0) ? day : top),
    undefined,
  )
  return (
    <>
      <h3 className={css['sub']}>{t('days.title')}</h3>
      <PeriodsChart
        summary={
          topDay
            ? t('days.summary', {
                day: formatDay(topDay.day),
                points: t('common:points', { count: topDay.granted }),
              })
            : t('days.none')
        }
        days={data.days.map(({ day }) => day)}
        series={[
          {
            key: 'granted',
            label: t('figures.points_granted'),
            color: 'var(--accent-text)',
            values: data.days.map(({ granted }) => granted),
          },
          {
            key: 'spent',
            label: t('figures.points_spent'),
            color: 'var(--good)',
            values: data.days.map(({ spent }) => spent),
          },
        ]}
      />
    </>
  )
})

/** Active users, points given and spent, and engagement, compared with the previous range. */
export function StatisticsTile({
  range,
  activeRange,
}: {
  range: DateRange
  activeRange: DateRange
}) {
  const { t } = useTranslation('dashboard')
  const can = useCan()
  const query = useQuery(statisticsQuery(range))
  const sourceLinks = {
    points_granted: '/feed',
    points_spent: can('manage_rewards') ? '/settings/rewards/purchases' : '/rewards',
    team_engagement: '/settings/team',
  } as const
  const previous = previousRange(range)
  return (
    <Tile
      title={t('figures.title')}
      note={
        query.data && hasBefore(query.data)
          ? t('figures.compared', { from: formatDay(previous.from), to: formatDay(previous.to) })
          : undefined
      }
      file={{ tile: 'figures' }}
      range={range}
      query={query}
      wide
      empty={() => undefined}
      skeleton={
        <>
          <div className={css['figures']}>{statisticNames.map(renderSkeleton)}</div>
          <Skeleton height={300} mt={28} />
        </>
      }
    >
      {(data) => (
        <>
          <ul className={css['figures']}>
            <ActiveUsersStatistic range={activeRange} />
            {rangeStatistics.map((figure) => (
              <Statistic key={figure} name={figure} data={data} to={sourceLinks[figure]} />
            ))}
          </ul>
          <p className={css['small']}>
            {t('figures.engagement_text', {
              active: formatNumber(data.active_users.now),
              people: t('common:people', { count: data.people }),
            })}
          </p>
          <DaysChart data={data} />
        </>
      )}
    </Tile>
  )
}
