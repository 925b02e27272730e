import { memo, useDeferredValue, useMemo } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useConfig } from '#web/shared/config.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { formatDay } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Page } from '#web/ui/Page.tsx'
import css from '../components/dashboard.module.css'
import { ExportMenu } from '../components/ExportMenu.tsx'
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
  todayInTimezone,
} from '../date-range.ts'

/** The tiles. They render again only for other ranges, not for each change of the page. */
const Tiles = memo(function Tiles({
  range,
  activeRange,
}: {
  range: DateRange
  activeRange: DateRange
}) {
  return (
    <div className={css['tiles']}>
      <StatisticsTile range={range} activeRange={activeRange} />
      <ValuesTile range={range} />
      <LeadersTile range={range} />
      <RecognitionGraphTile range={range} />
      <RewardsTile range={range} />
      <TopicsTile range={range} />
      <UnthankedTile range={range} />
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
        <DateRangePicker range={range} today={today} onChange={change} />
        <ExportMenu range={range} today={today} />
      </div>
      <Tiles range={tilesRange} activeRange={tilesActiveRange} />
    </Page>
  )
}
