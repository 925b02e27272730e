import { useNavigate, useSearch } from '@tanstack/react-router'
import { useConfig } from '#web/app/config.ts'
import { useTitle } from '#web/app/title.ts'
import { formatDay } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Page } from '#web/ui/Page.tsx'
import css from '../components/dashboard.module.css'
import { ExportsTile } from '../components/ExportsTile.tsx'
import { FiguresTile } from '../components/FiguresTile.tsx'
import {
  LeadersTile,
  RewardsTile,
  TopicsTile,
  UnthankedTile,
  ValuesTile,
} from '../components/ListTiles.tsx'
import { OrgTile } from '../components/OrgTile.tsx'
import { RangePicker } from '../components/RangePicker.tsx'
import {
  activeRangeOf,
  type Range,
  type RangeSearch,
  rangeOf,
  searchOf,
  todayIn,
} from '../range.ts'

/**
 * /dashboard: how recognition goes in the team. Each tile asks for itself, so that one that fails
 * takes no other along.
 */
export function DashboardScreen() {
  const { t } = useTranslation('dashboard')
  const { settings } = useConfig()
  const search: RangeSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const today = todayIn(settings.timezone)
  const range = rangeOf(search, today)
  const change = (next: Range) =>
    void navigate({ to: '/dashboard', search: searchOf(next), replace: true, resetScroll: false })
  useTitle(t('title'))
  return (
    <Page
      title={t('title')}
      actions={
        <span className={css['days']}>
          {t('range.days', { from: formatDay(range.from), to: formatDay(range.to) })}
        </span>
      }
    >
      <RangePicker range={range} today={today} onChange={change} />
      <div className={css['tiles']}>
        <FiguresTile range={range} activeRange={activeRangeOf(search, today)} />
        <ValuesTile range={range} />
        <LeadersTile range={range} />
        <OrgTile range={range} />
        <RewardsTile range={range} />
        <TopicsTile range={range} />
        <UnthankedTile range={range} />
        <ExportsTile />
      </div>
    </Page>
  )
}
