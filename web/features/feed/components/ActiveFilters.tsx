import { IconCalendar, IconSearch, IconX } from '@tabler/icons-react'
import { formatDay } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import type { Days } from './DateFilter.tsx'
import css from './date-filter.module.css'
import { SearchPeople } from './SearchPeople.tsx'

function DaysText({ days: { from, to } }: { days: Days }) {
  const { t } = useTranslation('charts')
  if (from === undefined) return t('range.until', { day: formatDay(to ?? '') })
  if (to === undefined) return t('range.since', { day: formatDay(from) })
  return from === to ? formatDay(from) : t('days', { from: formatDay(from), to: formatDay(to) })
}

/** The search and the days of the feed above its posts, each with a button that clears it. */
export function ActiveFilters({
  search,
  days,
  onClearSearch,
  onClearDays,
}: {
  search: string | undefined
  days: Days
  onClearSearch: () => void
  onClearDays: () => void
}) {
  const { t } = useTranslation('feed')
  return (
    <>
      {search ? (
        <div className={css['strip']}>
          <IconSearch size={17} aria-hidden="true" />
          <h2>{t('search.label', { words: search })}</h2>
          <button type="button" className="plain" title={t('search.clear')} onClick={onClearSearch}>
            <IconX size={17} aria-hidden="true" />
            <span className="sr-only">{t('search.clear')}</span>
          </button>
        </div>
      ) : null}
      {days.from || days.to ? (
        <div className={css['strip']}>
          <IconCalendar size={17} aria-hidden="true" />
          <h2>
            <DaysText days={days} />
          </h2>
          <button
            type="button"
            className="plain"
            title={t('charts:range.any')}
            onClick={onClearDays}
          >
            <IconX size={17} aria-hidden="true" />
            <span className="sr-only">{t('charts:range.any')}</span>
          </button>
        </div>
      ) : null}
      {search ? <SearchPeople search={search} /> : null}
    </>
  )
}
