import { useMediaQuery } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useConfig } from '#web/shared/config.ts'
import { PostList } from '#web/shared/posts/PostList.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { useTranslation } from '#web/lib/translate.ts'
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

const EmptyFeed = lazyWithFallback(
  () => import('../components/occasional.ts').then((code) => code.EmptyFeed),
  () => null,
)

function ValueFilter({
  valueId,
  onChange,
}: {
  valueId: string | undefined
  onChange: (valueId: string | undefined) => void
}) {
  const { t } = useTranslation('feed')
  const { values } = useConfig()
  return (
    <div className={css['filters']} role="group" aria-label={t('filter')}>
      <button
        type="button"
        className={`plain ${css['filter']}`}
        aria-pressed={!valueId}
        onClick={() => onChange(undefined)}
      >
        {t('all')}
      </button>
      {values.map((value) => (
        <button
          key={value.id}
          type="button"
          className={`plain ${css['filter']}`}
          aria-pressed={valueId === value.id}
          onClick={() => onChange(value.id)}
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

export function FeedScreen() {
  const { t } = useTranslation('feed')
  const { values } = useConfig()
  // A phone has one column: the posts come first, and what the columns of a desktop hold opens from
  // a row above them or follows below.
  const isPhone = useMediaQuery('(max-width: 47.9375em)', false, { getInitialValueInEffect: false })
  const { value: valueParam, search } = useSearch({ from: '/shell/feed' })
  const navigate = useNavigate({ from: '/feed' })
  // An unknown value in the address filters nothing.
  const valueId = values.find((value) => value.id === valueParam)?.id
  const valueFilter = valueId ? 'value' : undefined
  const setValue = (value: string | undefined) =>
    void navigate({ search: (old) => ({ ...old, value }), resetScroll: false })
  usePageTitle(t('title'))
  const clearSearch = () => void navigate({ search: {}, resetScroll: false })
  const empty = (
    <EmptyFeed
      filter={search ? 'search' : valueFilter}
      onClearSearch={clearSearch}
      onClearValue={() => setValue(undefined)}
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
        <ValueFilter valueId={valueId} onChange={setValue} />
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
        <PostList
          filter={{ ...(valueId ? { value_id: valueId } : {}), ...(search ? { search } : {}) }}
          endless={!isPhone}
          empty={empty}
        />
      </div>
      <aside className={`${css['side']} ${css['right']}`} aria-label={t('leaders.label')}>
        {isPhone ? (
          <>
            <FeedBanners />
          </>
        ) : (
          <ChecklistPanel />
        )}
        <LeaderboardPanel />
        <ImportantDatesPanel />
        <TopicsPanel />
      </aside>
    </div>
  )
}
