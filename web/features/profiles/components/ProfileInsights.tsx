import { SegmentedControl, Skeleton } from '@mantine/core'
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ActivityChart, ValuesChart } from '#web/shared/charts/recognition-charts.tsx'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import css from './profile.module.css'
import { RecognitionRelations } from './RecognitionRelations.tsx'
import { queryKey } from '#web/shared/query-keys.ts'

const periods = ['month', 'quarter', 'year', 'all'] as const
export type InsightPeriod = (typeof periods)[number]
export const isPeriod = (text: string | undefined): text is InsightPeriod =>
  periods.some((period) => period === text)

const profileParams = (id: string) => ({ params: { id } })
const profileValuesQuery = (id: string, period: InsightPeriod) =>
  queryOptions({
    queryKey: queryKey('profiles', id, 'values', period),
    queryFn: ({ signal }) =>
      call('leaderboards.user_values', { ...profileParams(id), query: { period }, signal }),
  })
const profileActivityQuery = (id: string, period: InsightPeriod) =>
  queryOptions({
    queryKey: queryKey('profiles', id, 'activity', period),
    queryFn: ({ signal }) =>
      call('leaderboards.activity', { ...profileParams(id), query: { period }, signal }),
  })
/** Relations are counted post by post, a year at most; "all time" shows that year. */
const profileRelationsQuery = (id: string, period: InsightPeriod) =>
  queryOptions({
    queryKey: queryKey('profiles', id, 'relations', period),
    queryFn: ({ signal }) =>
      call('leaderboards.relations', {
        ...profileParams(id),
        query: period === 'all' ? {} : { period },
        signal,
      }),
  })

/** The usual heights (px) of the tiles' content, which avoid a layout shift after loading. */
const tileHeightPx = 292
const wideTileHeightPx = 236

/** A tile with a title and the states loading, error, empty and data. */
function InsightTile<T>({
  title,
  note,
  query,
  height,
  empty,
  children,
  wide = false,
}: {
  title: string
  note?: string | undefined
  query: UseQueryResult<T>
  height: number
  empty: (data: T) => string | null
  children: (data: T) => ReactNode
  wide?: boolean
}) {
  const emptyText = query.data === undefined ? null : empty(query.data)
  return (
    <Card className={`${css['tile']} ${wide ? css['wide'] : ''}`}>
      <div className={css['tileHead']}>
        <h3>{title}</h3>
        {note ? <span>{note}</span> : null}
      </div>
      {query.isPending ? (
        <div aria-busy="true">
          <Skeleton height={height} />
        </div>
      ) : null}
      {query.isError && query.data === undefined ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {emptyText ? (
        <p className={css['none']} style={{ minHeight: Math.min(height, 120) }}>
          {emptyText}
        </p>
      ) : null}
      {query.data === undefined || emptyText ? null : children(query.data)}
    </Card>
  )
}

/** The skeleton while the profile loads. */
export function ProfileInsightsSkeleton() {
  return (
    <div className={css['insights']} aria-busy="true">
      <div className={css['insightsHead']}>
        <Skeleton height={22} width={110} />
        <Skeleton height={34} width={300} maw="100%" radius="xl" />
      </div>
      <div className={css['tiles']}>
        {[tileHeightPx, tileHeightPx, wideTileHeightPx].map((height, index) => (
          <Card
            key={['values', 'relations', 'activity'][index]}
            className={`${css['tile']} ${index === 2 ? css['wide'] : ''}`}
          >
            <Skeleton height={22} width="40%" />
            <Skeleton height={height} />
          </Card>
        ))}
      </div>
    </div>
  )
}

/** The user's values, relations and activity in one period. */
export function ProfileInsights({
  id,
  own,
  period,
  onPeriod,
}: {
  id: string
  own: boolean
  period: InsightPeriod
  onPeriod: (period: InsightPeriod) => void
}) {
  const { t } = useTranslation('profile')
  const values = useQuery(profileValuesQuery(id, period))
  const activity = useQuery(profileActivityQuery(id, period))
  const relations = useQuery(profileRelationsQuery(id, period))
  const emptyPeriodText = t(`quiet.${period}`)
  return (
    <section className={css['insights']} aria-labelledby="insights">
      <div className={css['insightsHead']}>
        <h2 id="insights">{t('insights')}</h2>
        <SegmentedControl
          radius="xl"
          size="sm"
          withItemsBorders={false}
          aria-label={t('period.label')}
          data={periods.map((value) => ({ value, label: t(`period.${value}`) }))}
          value={period}
          onChange={onPeriod}
        />
      </div>
      <div className={css['tiles']}>
        <InsightTile
          title={own ? t('values.own') : t('values.other')}
          query={values}
          height={tileHeightPx}
          empty={(shares) => (shares.length ? null : emptyPeriodText)}
        >
          {(shares) => <ValuesChart shares={shares} />}
        </InsightTile>
        <InsightTile
          title={t('relations.title')}
          note={period === 'all' ? t('relations.year') : undefined}
          query={relations}
          height={tileHeightPx}
          empty={(found) =>
            found.recognises.length || found.recognised_by.length ? null : emptyPeriodText
          }
        >
          {(found) => <RecognitionRelations {...found} />}
        </InsightTile>
        <InsightTile
          wide
          title={t('activity')}
          query={activity}
          height={wideTileHeightPx}
          empty={(days) => (days.some((day) => day.given || day.received) ? null : emptyPeriodText)}
        >
          {(days) => <ActivityChart days={days} />}
        </InsightTile>
      </div>
    </section>
  )
}
