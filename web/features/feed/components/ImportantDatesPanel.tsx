import { Skeleton } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { withMessages } from '#web/shared/load-code.ts'
import { GiveThanksIcon } from '#web/shared/people/GiveThanks.tsx'
import { usePersonName } from '#web/shared/person-name.ts'
import { call } from '#web/lib/client.ts'
import { formatMonthDay } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { lazyWithFallback } from '#web/ui/lazy.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from './feed.module.css'
import { queryKey } from '#web/shared/query-keys.ts'

const shownMax = 5
const loadCalendarDialog = withMessages(
  () => import('#web/shared/calendar/CalendarDialog.tsx'),
  'calendar',
)
const CalendarDialog = lazyWithFallback(
  () => loadCalendarDialog().then((loaded) => loaded.CalendarDialog),
  () => null,
)

/** Upcoming birthdays and anniversaries; nothing when there are none. */
export function ImportantDatesPanel() {
  const { t } = useTranslation('feed')
  const name = usePersonName()
  const { impersonated } = useConfig()
  const [isCalendarOpen, setIsCalendarOpen] = useState(false)
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
      <ul className={css['leaderboard']}>
        {dates.data?.slice(0, shownMax).map(({ user, kind, date, years }) => (
          <li key={`${user.id} ${kind}`} className={css['personRow']} data-thankable>
            <Link to="/profile/$id" params={{ id: user.id }} className={css['date']}>
              <UserAvatar user={user} size={34} />
              <span>
                <b>{name(user)}</b>
                <small>
                  {kind === 'birthday'
                    ? t('dates.birthday')
                    : t('dates.anniversary', { count: years ?? 0 })}
                </small>
              </span>
              <time dateTime={date} className={css['small']}>
                {formatMonthDay(date)}
              </time>
            </Link>
            <GiveThanksIcon
              person={user}
              text={
                kind === 'birthday'
                  ? t('dates.wish_birthday')
                  : t('dates.wish_anniversary', { count: years ?? 0 })
              }
            />
          </li>
        ))}
      </ul>
      {(dates.data?.length ?? 0) > shownMax ? (
        <p className={css['small']} style={{ margin: '8px 0 0' }}>
          {t('dates.more', { count: (dates.data?.length ?? 0) - shownMax })}
        </p>
      ) : null}
      {isCalendarOpen ? <CalendarDialog onClose={() => setIsCalendarOpen(false)} /> : null}
    </Card>
  )
}
