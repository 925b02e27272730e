import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useConfig } from '#web/shared/config.ts'
import { GroupFilter, GroupTooSmall, isGroupTooSmall } from '#web/shared/groups/GroupSelect.tsx'
import { openOverlay } from '#web/shared/overlay-state.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { formatDay } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { todayInTimezone } from '#web/lib/today.ts'
import { statisticsQuery } from '../api/queries.ts'
import css from '../components/dashboard.module.css'
import { ExportMenu } from '../components/ExportMenu.tsx'
import { MonthlyReportSwitch } from '../components/MonthlyReportSwitch.tsx'
import { ParticipationTile } from '../components/ParticipationTile.tsx'
import { PointsTile } from '../components/PointsTile.tsx'
import { SummaryTile } from '../components/SummaryTile.tsx'
import { ValueTrendsTile } from '../components/ValueTrendsTile.tsx'
import { StatisticsTile } from '../components/StatisticsTile.tsx'
import { LeadersTile, RewardsTile, TopicsTile, ValuesTile } from '../components/ListTiles.tsx'
import { UnthankedTile } from '../components/UnthankedTile.tsx'
import { RecognitionGraphTile } from '../components/RecognitionGraphTile.tsx'
import { DateRangePicker } from '../components/DateRangePicker.tsx'
import {
  parseActiveUsersRange,
  type DateRange,
  type RangeSearch,
  parseRange,
  rangeToSearch,
} from '../date-range.ts'
import { prefetchQueries } from '../prefetch.ts'

/** Shown instead of tiles without figures. */
function NothingYet() {
  const { t } = useTranslation('dashboard')
  return (
    <Card>
      <EmptyState art="laurel" title={t('empty.title')} level={2}>
        <Button onClick={() => openOverlay('thank')}>{t('common:give_thanks')}</Button>
      </EmptyState>
    </Card>
  )
}

/** The tiles. They render again only for other ranges and groups, not for each change of the page. */
const Tiles = memo(function Tiles({
  range,
  activeRange,
}: {
  range: DateRange
  activeRange: DateRange
}) {
  const { data, error } = useQuery(statisticsQuery(range))
  if (isGroupTooSmall(error))
    return (
      <Card>
        <GroupTooSmall error={error} />
      </Card>
    )
  if (data && data.active_users.now === 0) return <NothingYet />
  return (
    <div className={css['tiles']}>
      <SummaryTile range={range} />
      <StatisticsTile range={range} activeRange={activeRange} />
      <UnthankedTile range={range} />
      <ParticipationTile range={range} />
      <PointsTile range={range} />
      <ValueTrendsTile range={range} />
      <ValuesTile range={range} />
      <LeadersTile range={range} />
      {/* The graph and the topics have no filter by group. */}
      {range.group === undefined ? <RecognitionGraphTile range={range} /> : null}
      <RewardsTile range={range} />
      {range.group === undefined ? <TopicsTile range={range} /> : null}
    </div>
  )
})

/**
 * /dashboard: recognition in the team. Each tile runs its own query, so an error affects one tile
 * only.
 */
export function DashboardScreen() {
  const { t } = useTranslation('dashboard')
  const { settings } = useConfig()
  const search: RangeSearch = useSearch({ strict: false })
  const client = useQueryClient()
  // On a slow device the first render takes longer than the answers, which its effects would request.
  useState(() => prefetchQueries(client, search))
  const navigate = useNavigate()
  const today = todayInTimezone(settings.timezone)
  const range = useMemo(() => parseRange(search, today), [search, today])
  const activeRange = useMemo(() => parseActiveUsersRange(search, today), [search, today])
  // The chosen range is painted first; the charts follow in a render that input can interrupt.
  const tilesRange = useDeferredValue(range)
  const tilesActiveRange = useDeferredValue(activeRange)
  const change = (next: DateRange) =>
    void navigate({
      to: '/dashboard',
      search: rangeToSearch(next),
      replace: true,
      resetScroll: false,
    })
  usePageTitle(t('title'))
  return (
    <Page
      title={t('title')}
      actions={
        <span className={css['days']}>
          {t('range.days', { from: formatDay(range.from), to: formatDay(range.to) })}
        </span>
      }
    >
      <div className={css['bar']}>
        <div className={css['filters']}>
          <DateRangePicker
            range={range}
            today={today}
            onChange={(next) => change({ ...next, group: range.group })}
          />
          <div className={css['group']}>
            <GroupFilter groupId={range.group} onChange={(group) => change({ ...range, group })} />
          </div>
        </div>
        <ExportMenu range={range} today={today} />
      </div>
      <Tiles range={tilesRange} activeRange={tilesActiveRange} />
      <MonthlyReportSwitch />
    </Page>
  )
}
