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

export const periods = ['month', 'quarter', 'year', 'all'] as const
export type Period = (typeof periods)[number]
export const isPeriod = (word: string | undefined): word is Period =>
  periods.some((period) => period === word)

const profileParams = (id: string) => ({ params: { id } })
const profileValuesQuery = (id: string, period: Period) =>
  queryOptions({
    queryKey: ['profile', id, 'values', period],
    queryFn: ({ signal }) =>
      call('leaderboards.user_values', { ...profileParams(id), query: { period }, signal }),
  })
const profileActivityQuery = (id: string, period: Period) =>
  queryOptions({
    queryKey: ['profile', id, 'activity', period],
    queryFn: ({ signal }) =>
      call('leaderboards.activity', { ...profileParams(id), query: { period }, signal }),
  })
/** Ties are counted post by post, a year at most: that is what "all time" shows of them. */
const profileRelationsQuery = (id: string, period: Period) =>
  queryOptions({
    queryKey: ['profile', id, 'relations', period],
    queryFn: ({ signal }) =>
      call('leaderboards.relations', {
        ...profileParams(id),
        query: period === 'all' ? {} : { period },
        signal,
      }),
  })

/** As high as the usual answers are, so that what stands below stays where it is when they come. */
const tileHeightPx = 292
const wideTileHeightPx = 236

/** One question and its answer on a card, with the four states. */
function InsightTile<T>({
  title,
  note,
  answer,
  height,
  empty,
  children,
  wide = false,
}: {
  title: string
  note?: string | undefined
  answer: UseQueryResult<T>
  height: number
  empty: (data: T) => string | null
  children: (data: T) => ReactNode
  wide?: boolean
}) {
  const nothing = answer.data === undefined ? null : empty(answer.data)
  return (
    <Card className={`${css['tile']} ${wide ? css['wide'] : ''}`}>
      <div className={css['tileHead']}>
        <h3>{title}</h3>
        {note ? <span>{note}</span> : null}
      </div>
      {answer.isPending ? (
        <div aria-busy="true">
          <Skeleton height={height} />
        </div>
      ) : null}
      {answer.isError && answer.data === undefined ? (
        <ErrorState error={answer.error} retry={() => void answer.refetch()} />
      ) : null}
      {answer.data === undefined ? null : nothing ? (
        <p className={css['none']} style={{ minHeight: Math.min(height, 120) }}>
          {nothing}
        </p>
      ) : (
        children(answer.data)
      )}
    </Card>
  )
}

/** The same while it is not known yet whether there is anything to tell. */
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

/** What somebody is thanked for, when, by whom and for whom: in one period, the same for all. */
export function ProfileInsights({
  id,
  own,
  period,
  onPeriod,
}: {
  id: string
  own: boolean
  period: Period
  onPeriod: (period: Period) => void
}) {
  const { t } = useTranslation('profile')
  const values = useQuery(profileValuesQuery(id, period))
  const activity = useQuery(profileActivityQuery(id, period))
  const relations = useQuery(profileRelationsQuery(id, period))
  const quiet = t(`quiet.${period}`)
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
          answer={values}
          height={tileHeightPx}
          empty={(shares) => (shares.length ? null : quiet)}
        >
          {(shares) => <ValuesChart shares={shares} />}
        </InsightTile>
        <InsightTile
          title={t('relations.title')}
          note={period === 'all' ? t('relations.year') : undefined}
          answer={relations}
          height={tileHeightPx}
          empty={(found) => (found.recognises.length || found.recognised_by.length ? null : quiet)}
        >
          {(found) => <RecognitionRelations {...found} />}
        </InsightTile>
        <InsightTile
          wide
          title={t('activity')}
          answer={activity}
          height={wideTileHeightPx}
          empty={(days) => (days.some((day) => day.given || day.received) ? null : quiet)}
        >
          {(days) => <ActivityChart days={days} height={200} />}
        </InsightTile>
      </div>
    </section>
  )
}
