import { Skeleton } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight, IconEqual, IconSparkles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { OutputOf } from '#contract/routes/index.ts'
import { useChartTexts } from '#web/shared/charts/recognition-charts.tsx'
import { useCan } from '#web/shared/config.ts'
import { formatDay, formatMonthDay, formatNumber, formatPercent } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { AreasChart, Sparkline } from '#web/ui/charts/charts.tsx'
import { statisticsQuery } from '../api/queries.ts'
import { previousRange, calculateChange, type DateRange } from '../date-range.ts'
import css from './dashboard.module.css'
import { Tile } from './Tile.tsx'

type Statistics = OutputOf<'leaderboards.statistics'>
const rangeStatistics = ['points_granted', 'points_spent', 'team_engagement'] as const
const statisticNames = ['active_users', ...rangeStatistics] as const
type StatisticName = (typeof statisticNames)[number]
const changeIcons = {
  up: IconArrowUpRight,
  down: IconArrowDownRight,
  same: IconEqual,
  new: IconSparkles,
}

/** How it was before, in words and with a sign; the colour comes on top. */
function ChangeFromPrevious({ figure, data }: { figure: StatisticName; data: Statistics }) {
  const { t } = useTranslation('dashboard')
  const share = figure === 'team_engagement'
  const change = calculateChange(data[figure].now, data[figure].before, share)
  const Icon = changeIcons[change.kind]
  const text =
    'by' in change
      ? t(share ? `change.${change.kind}_share` : `change.${change.kind}`, {
          count: change.by,
          share: formatPercent(change.by / 100),
        })
      : t(`change.${change.kind}`)
  return (
    <span className={css['change']} data-kind={change.kind}>
      <Icon size={16} aria-hidden="true" />
      {text}
    </span>
  )
}

type StatisticProps = {
  name: StatisticName
  data: Statistics
  rangeNote?: string | undefined
  to: NonNullable<LinkProps['to']>
}
/** `counted`: the days it is counted in, where those are not the days of the whole tile. */
function Statistic({ name, data, rangeNote, to }: StatisticProps) {
  const { t } = useTranslation('dashboard')
  const { now } = data[name]
  const line = data.days.map((day) =>
    name === 'points_granted' ? day.granted : name === 'points_spent' ? day.spent : day.active,
  )
  return (
    <li className={css['figure']}>
      <Link to={to} className={css['figureName']}>
        {t(`figures.${name}`)}
      </Link>
      {rangeNote ? <span className={css['counted']}>{rangeNote}</span> : null}
      <span className={css['number']}>
        {name === 'team_engagement' ? formatPercent(now / 100) : formatNumber(now)}
      </span>
      <ChangeFromPrevious figure={name} data={data} />
      <Sparkline values={line} {...(name === 'points_spent' ? { color: 'var(--good)' } : {})} />
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

/** Active users in days of their own, which the tile names. */
function ActiveUsersStatistic({ range }: { range: DateRange }) {
  const { t } = useTranslation('dashboard')
  const { data, isError } = useQuery(statisticsQuery(range))
  const counted =
    range.name === 'own'
      ? t('range.days', { from: formatDay(range.from), to: formatDay(range.to) })
      : t(`range.name.${range.name}`)
  if (data)
    return <Statistic name="active_users" data={data} rangeNote={counted} to="/settings/team" />
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

function DaysChart({ data }: { data: Statistics }) {
  const { t } = useTranslation('dashboard')
  const texts = useChartTexts()
  const best = data.days.reduce<Statistics['days'][number] | undefined>(
    (most, day) => (day.granted > (most?.granted ?? 0) ? day : most),
    undefined,
  )
  return (
    <>
      <h3 className={css['sub']}>{t('days.title')}</h3>
      <AreasChart
        texts={texts}
        format={formatNumber}
        summary={
          best
            ? t('days.summary', {
                day: formatDay(best.day),
                points: t('common:points', { count: best.granted }),
              })
            : t('days.none')
        }
        series={[
          { key: 'granted', label: t('figures.points_granted'), color: 'var(--accent-text)' },
          { key: 'spent', label: t('figures.points_spent'), color: 'var(--good)', dashed: true },
        ]}
        days={data.days.map(({ day, granted, spent }) => ({
          label: formatMonthDay(day),
          granted,
          spent,
        }))}
        head={[
          t('days.day'),
          t('figures.points_granted'),
          t('figures.points_spent'),
          t('figures.active_users'),
        ]}
        rows={data.days.map((day) => [
          formatDay(day.day),
          formatNumber(day.granted),
          formatNumber(day.spent),
          formatNumber(day.active),
        ])}
      />
    </>
  )
}

/**
 * Who is active, what was given and spent, and how much of the team takes part: beside as many days
 * before.
 */
export function StatisticsTile({
  range,
  activeRange,
}: {
  range: DateRange
  activeRange: DateRange
}) {
  const { t } = useTranslation('dashboard')
  const may = useCan()
  const query = useQuery(statisticsQuery(range))
  const behind = {
    points_granted: '/feed',
    points_spent: may('manage_rewards') ? '/settings/rewards/purchases' : '/rewards',
    team_engagement: '/settings/team',
  } as const
  const was = previousRange(range)
  return (
    <Tile
      title={t('figures.title')}
      note={t('figures.compared', { from: formatDay(was.from), to: formatDay(was.to) })}
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
              <Statistic key={figure} name={figure} data={data} to={behind[figure]} />
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
