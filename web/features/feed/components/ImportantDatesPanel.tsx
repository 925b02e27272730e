import { Skeleton } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { withMessages } from '#web/shared/load-code.ts'
import { call } from '#web/lib/client.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { lazyWithFallback } from '#web/ui/lazy.tsx'
import { DateRow } from '#web/shared/people/DateRow.tsx'
import css from './feed.module.css'
import { queryKey } from '#web/shared/query-keys.ts'
import { lazyOccasional } from './load-occasional.ts'

const shownMax = 5
const loadCalendarDialog = withMessages(
  () => import('#web/shared/calendar/CalendarDialog.tsx'),
  'calendar',
)
const CalendarDialog = lazyWithFallback(() =>
  loadCalendarDialog().then((loaded) => loaded.CalendarDialog),
)
const DatesDialog = lazyOccasional((code) => code.DatesDialog)

/** Upcoming birthdays and anniversaries; nothing when there are none. */
export function ImportantDatesPanel() {
  const { t } = useTranslation('feed')
  const { impersonated } = useConfig()
  const [isCalendarOpen, setIsCalendarOpen] = useState(false)
  const [isListOpen, setIsListOpen] = useState(false)
  const dates = useQuery({
    queryKey: queryKey('people', 'dates'),
    queryFn: ({ signal }) => call('people.dates', { signal }),
    staleTime: 600_000,
  })
  if (dates.data?.length === 0) return null
  return (
    <Card>
      <div className={css['datesHead']}>
        <h2 className={css['title']}>{t('dates.title')}</h2>
        {impersonated ? null : (
          <button
            type="button"
            className={`plain ${css['add']}`}
            title={t('dates.calendar')}
            onClick={() => setIsCalendarOpen(true)}
          >
            <IconCalendarPlus size={19} aria-hidden="true" />
            <span className="sr-only">{t('dates.calendar')}</span>
          </button>
        )}
      </div>
      {dates.isPending ? [0, 1].map((index) => <Skeleton key={index} height={38} mb={8} />) : null}
      {dates.isLoadingError ? (
        <ErrorState error={dates.error} retry={() => void dates.refetch()} />
      ) : null}
      <ul className={css['people']}>
        {dates.data?.slice(0, shownMax).map((date) => (
          <DateRow key={`${date.user.id} ${date.kind}`} date={date} />
        ))}
      </ul>
      {dates.data && dates.data.length > shownMax ? (
        <button
          type="button"
          className={`plain ${css['seeAll']}`}
          onClick={() => setIsListOpen(true)}
        >
          {t('dates.all', { count: formatNumber(dates.data.length) })}
        </button>
      ) : null}
      {isListOpen && dates.data ? (
        <DatesDialog dates={dates.data} onClose={() => setIsListOpen(false)} />
      ) : null}
      {isCalendarOpen ? <CalendarDialog onClose={() => setIsCalendarOpen(false)} /> : null}
    </Card>
  )
}
