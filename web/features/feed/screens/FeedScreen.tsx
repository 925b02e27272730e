import { IconSearch, IconX } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useConfig } from '#web/shared/config.ts'
import { PostList } from '#web/shared/posts/PostList.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { lazyWithFallback } from '#web/ui/lazy.tsx'
import { Composer } from '../components/Composer.tsx'
import { ComposerButton, PhonePanels } from '../components/PhonePanels.tsx'
import css from '../components/feed.module.css'
import { AwayPanel } from '../components/AwayPanel.tsx'
import { FeedBanners } from '../components/FeedBanners.tsx'
import { ChecklistPanel } from '../components/ChecklistPanel.tsx'
import { ImportantDatesPanel } from '../components/ImportantDatesPanel.tsx'
import { LeaderboardPanel } from '../components/LeaderboardPanel.tsx'
import { TopicsPanel } from '../components/TopicsPanel.tsx'
import { AllowancePanel } from '../components/AllowancePanel.tsx'
import { loadOccasional } from '../components/load-occasional.ts'

const EmptyFeed = lazyWithFallback(
  () => loadOccasional().then((code) => code.EmptyFeed),
  () => null,
)
const SearchPeople = lazyWithFallback(
  () => loadOccasional().then((code) => code.SearchPeople),
  () => null,
)

type Direction = 'received' | 'given' | undefined
const directions = [undefined, 'received', 'given'] as const

/** Filters the feed: all posts, those for the reader or from the reader, and a value. */
function FeedFilter({
  direction,
  valueId,
  onDirection,
  onValue,
}: {
  direction: Direction
  valueId: string | undefined
  onDirection: (direction: Direction) => void
  onValue: (valueId: string | undefined) => void
}) {
  const { t } = useTranslation('feed')
  const { values } = useConfig()
  return (
    <div className={css['filters']} role="group" aria-label={t('filter')}>
      {directions.map((choice) => (
        <button
          key={choice ?? 'all'}
          type="button"
          className={`plain ${css['filter']}`}
          aria-pressed={direction === choice && (choice !== undefined || !valueId)}
          onClick={() => onDirection(choice)}
        >
          {t(choice ? `show.${choice}` : 'all')}
        </button>
      ))}
      <span className={css['divider']} aria-hidden="true" />
      {values.map((value) => (
        <button
          key={value.id}
          type="button"
          className={`plain ${css['filter']}`}
          aria-pressed={valueId === value.id}
          onClick={() => onValue(valueId === value.id ? undefined : value.id)}
        >
          <span aria-hidden="true">{value.emoji} </span>
          {value.name}
        </button>
      ))}
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
  const { value: valueParam, search, show } = useSearch({ from: '/shell/feed' })
  const navigate = useNavigate({ from: '/feed' })
  // An unknown value in the address filters nothing.
  const valueId = values.find((value) => value.id === valueParam)?.id
  // Search results are from everyone.
  const direction = search ? undefined : show
  const valueFilter = valueId ? ('value' as const) : undefined
  return {
    search,
    valueId,
    direction,
    kind: search ? ('search' as const) : (direction ?? valueFilter),
    postFilter: {
      ...(valueId ? { value_id: valueId } : {}),
      ...(search ? { search } : {}),
      ...(direction ? { user_id: user.id, direction } : {}),
    },
    setValue: (value: string | undefined) =>
      void navigate({ search: (old) => ({ ...old, value }), resetScroll: false }),
    /** "All" also leaves the value, and a direction leaves the search. */
    setDirection: (next: Direction) =>
      void navigate({
        search: ({ value }) => (next ? { value, show: next } : {}),
        resetScroll: false,
      }),
    clearSearch: () => void navigate({ search: {}, resetScroll: false }),
  }
}

export function FeedScreen() {
  const { t } = useTranslation('feed')
  // A phone has one column: the posts come first, and the side columns of a desktop open from a row
  // above them or follow below.
  const isPhone = useIsPhone()
  const filter = useFeedFilter()
  const { search, clearSearch } = filter
  usePageTitle(t('title'))
  const empty = (
    <EmptyFeed
      filter={filter.kind}
      onClearSearch={clearSearch}
      onClearValue={() => filter.setValue(undefined)}
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
        <FeedFilter
          direction={filter.direction}
          valueId={filter.valueId}
          onDirection={filter.setDirection}
          onValue={filter.setValue}
        />
        {search ? (
          <div className={css['searched']}>
            <IconSearch size={17} aria-hidden="true" />
            <h2>{t('search.label', { words: search })}</h2>
            <button type="button" className="plain" title={t('search.clear')} onClick={clearSearch}>
              <IconX size={17} aria-hidden="true" />
              <span className="sr-only">{t('search.clear')}</span>
            </button>
          </div>
        ) : null}
        {search ? <SearchPeople search={search} /> : null}
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
