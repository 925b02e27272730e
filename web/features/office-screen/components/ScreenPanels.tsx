import { useQuery } from '@tanstack/react-query'
import { call } from '#web/lib/client.ts'
import { formatMonthDay, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { describeDate } from '#web/shared/people/describe-date.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from '../office-screen.module.css'
import { refreshMs } from '../refresh.ts'

/** The feed reads as many, so both share the answer. */
const leadersRead = 6
const leadersMax = 5
const datesMax = 3

/** The leaderboard of the period as the team shows it, without the place of the reader. */
export function LeadersPanel() {
  const { t } = useTranslation('feed')
  const name = usePersonName()
  const {
    settings: { show_leaderboard: isShown, leaderboard_mode: mode, limit_period: period },
  } = useConfig()
  const { data } = useQuery({
    queryKey: queryKey('leaderboard'),
    queryFn: () => call('leaderboards.list', { query: { limit: leadersRead } }),
    enabled: isShown,
    refetchInterval: refreshMs,
  })
  if (!data || (mode === 'together' ? !data.total : !data.items.length)) return null
  const titles = {
    receivers: `leaders.${period}`,
    givers: `leaders.given.${period}`,
    together: `leaders.together.${period}`,
  } as const
  return (
    <section className={css['panel']}>
      <h2>{t(titles[mode])}</h2>
      {mode === 'together' ? (
        <p className={css['total']}>
          <b>{formatNumber(data.total)}</b> {t('leaders.warm', { count: data.total })}
        </p>
      ) : (
        <ol>
          {data.items.slice(0, leadersMax).map((leader) => (
            <li key={leader.user_id}>
              <UserAvatar user={leader.user} size={36} />
              <span>{name(leader.user)}</span>
              <PointsBadge
                text={formatNumber(leader.score)}
                label={t('common:points', { count: leader.score })}
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** The next birthdays and anniversaries. */
export function DatesPanel() {
  const { t } = useTranslation('feed')
  const name = usePersonName()
  const { data } = useQuery({
    queryKey: queryKey('people', 'dates'),
    queryFn: ({ signal }) => call('people.dates', { signal }),
    refetchInterval: refreshMs,
  })
  if (!data?.length) return null
  return (
    <section className={css['panel']}>
      <h2>{t('dates.title')}</h2>
      <ul>
        {data
          .filter(({ visibility }) => visibility === 'everyone')
          .slice(0, datesMax)
          .map((importantDate) => (
            <li key={`${importantDate.user.id} ${importantDate.kind}`}>
              <UserAvatar user={importantDate.user} size={36} />
              <span>
                {name(importantDate.user)}
                <small>{describeDate(t, importantDate)}</small>
              </span>
              <time dateTime={importantDate.date}>{formatMonthDay(importantDate.date)}</time>
            </li>
          ))}
      </ul>
    </section>
  )
}
