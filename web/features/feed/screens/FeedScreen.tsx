import { IconCalendar } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useConfig } from '#web/shared/config.ts'
import { PostList } from '#web/shared/posts/PostList.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { lazyMenu, lazyWithFallback } from '#web/ui/lazy.tsx'
import { Composer } from '../components/Composer.tsx'
import css from '../components/feed.module.css'
import { AwayPanel } from '../components/AwayPanel.tsx'
import { FeedBanners } from '../components/FeedBanners.tsx'
import { ChecklistPanel } from '../components/ChecklistPanel.tsx'
import { ImportantDatesPanel } from '../components/ImportantDatesPanel.tsx'
import { LeaderboardPanel } from '../components/LeaderboardPanel.tsx'
import { TopicsPanel } from '../components/TopicsPanel.tsx'
import { AllowancePanel } from '../components/AllowancePanel.tsx'
import type { Days } from '../components/DateFilter.tsx'
import { lazyOccasional, loadOccasional } from '../components/load-occasional.ts'

// Only phones load these rows. Their space is kept, so that nothing below them moves.
const loadPhonePanels = () => import('../components/PhonePanels.tsx')
const PhonePanels = lazyWithFallback(
  () => loadPhonePanels().then((code) => code.PhonePanels),
  () => <div style={{ minHeight: 44 }} />,
)
const ComposerButton = lazyWithFallback(
  () => loadPhonePanels().then((code) => code.ComposerButton),
  () => <div style={{ minHeight: 52 }} />,
)

const EmptyFeed = lazyOccasional((code) => code.EmptyFeed)
const ActiveFilters = lazyOccasional((code) => code.ActiveFilters)
const DateFilter = lazyMenu(() => loadOccasional().then((code) => code.DateFilter))

type Direction = 'received' | 'given' | 'team' | undefined
const directions = [undefined, 'received', 'given', 'team'] as const

/**
 * Filters the feed: all posts, those for the reader, from the reader or of their team, a value, and
 * days.
 */
function FeedFilter({
  filter: { direction, valueId, days, setDirection, setValue, setDays },
}: {
  filter: ReturnType<typeof useFeedFilter>
}) {
  const { t } = useTranslation('feed')
  const { values, has_reports: hasReports } = useConfig()
  const nameOf = (choice: Direction) => {
    if (choice === 'team') return t('common:nav.my_team')
    return t(choice ? `show.${choice}` : 'all')
  }
  return (
    <div className={css['filterRow']}>
      <div className={css['filters']} role="group" aria-label={t('filter')}>
        {directions.slice(0, hasReports ? 4 : 3).map((choice) => (
          <button
            key={choice ?? 'all'}
            type="button"
            className={`plain ${css['filter']}`}
            aria-pressed={direction === choice && (choice !== undefined || !valueId)}
            onClick={() => setDirection(choice)}
          >
            {nameOf(choice)}
          </button>
        ))}
        <span className={css['divider']} aria-hidden="true" />
        {values.map((value) => (
          <button
            key={value.id}
            type="button"
            className={`plain ${css['filter']}`}
            aria-pressed={valueId === value.id}
            onClick={() => setValue(valueId === value.id ? undefined : value.id)}
          >
            <span aria-hidden="true">{value.emoji} </span>
            {value.name}
          </button>
        ))}
      </div>
      <DateFilter
        days={days}
        onChange={setDays}
        target={
          <button type="button" className={`plain ${css['filter']}`} title={t('days')}>
            <IconCalendar size={18} aria-hidden="true" />
            <span className="sr-only">{t('days')}</span>
          </button>
        }
      />
    </div>
  )
}

/** The composer above the posts; on a phone a row that opens it. */
function FeedComposer({ isPhone }: { isPhone: boolean }) {
  return (
    <>
      <AwayPanel />
      {isPhone ? null : <FeedBanners />}
      {isPhone ? <ComposerButton /> : <Composer />}
    </>
  )
}

/** The filter of the feed, which is part of the address. */
function useFeedFilter() {
  const { values, user } = useConfig()
  const { value: valueParam, search, show, from, to } = useSearch({ from: '/shell/feed' })
  const navigate = useNavigate({ from: '/feed' })
  // An unknown value in the address filters nothing.
  const valueId = values.find((value) => value.id === valueParam)?.id
  // Search results are from everyone.
  const direction = search ? undefined : show
  const valueFilter = valueId ? ('value' as const) : undefined
  const daysFilter = from || to ? ('days' as const) : undefined
  return {
    search,
    valueId,
    direction,
    days: { from, to },
    kind: search ? ('search' as const) : (daysFilter ?? direction ?? valueFilter),
    postFilter: {
      ...(valueId ? { value_id: valueId } : {}),
      ...(search ? { search } : {}),
      ...(direction === 'team' ? { team: 'mine' as const } : {}),
      ...(direction && direction !== 'team' ? { user_id: user.id, direction } : {}),
      ...(from ? { from } : {}),
      ...(to ? { to } : {}),
    },
    setValue: (value: string | undefined) =>
      void navigate({ search: (old) => ({ ...old, value }), resetScroll: false }),
    /** "All" also leaves the value, and a direction leaves the search. */
    setDirection: (next: Direction) =>
      void navigate({
        search: ({ value, ...old }) =>
          next ? { ...old, value, show: next, search: undefined } : { from: old.from, to: old.to },
        resetScroll: false,
      }),
    setDays: (next: Days) =>
      void navigate({ search: (old) => ({ ...old, ...next }), resetScroll: false }),
    clearSearch: () => void navigate({ search: {}, resetScroll: false }),
  }
}

export function FeedScreen() {
  const { t } = useTranslation('feed')
  // A phone has one column: the posts come first, and the side columns of a desktop open from a row
  // above them or follow below.
  const isPhone = useIsPhone()
  const filter = useFeedFilter()
  const { search, days, clearSearch } = filter
  const clearDays = () => filter.setDays({ from: undefined, to: undefined })
  usePageTitle(t('title'))
  const empty = (
    <EmptyFeed
      filter={filter.kind}
      onClearSearch={clearSearch}
      onClearValue={() => filter.setValue(undefined)}
      onClearDays={clearDays}
    />
  )
  return (
    <div className={css['columns']}>
      <h1 className="sr-only">{t('title')}</h1>
      {/* Search results start at the top. */}
      {isPhone && search ? null : (
        <aside className={`${css['side']} ${css['left']}`} aria-label={t('you.label')}>
          {isPhone ? <PhonePanels /> : <AllowancePanel />}
        </aside>
      )}
      <div className={css['middle']}>
        {search ? null : <FeedComposer isPhone={isPhone} />}
        <FeedFilter filter={filter} />
        {search || days.from || days.to ? (
          <ActiveFilters
            search={search}
            days={days}
            onClearSearch={clearSearch}
            onClearDays={clearDays}
          />
        ) : null}
        <PostList filter={filter.postFilter} endless={!isPhone} empty={empty} />
      </div>
      <aside className={`${css['side']} ${css['right']}`} aria-label={t('leaders.label')}>
        {isPhone ? <FeedBanners /> : <ChecklistPanel />}
        <LeaderboardPanel />
        <ImportantDatesPanel />
        <TopicsPanel />
      </aside>
    </div>
  )
}
