import { formatMonthDay, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { describeDate } from '#web/shared/people/describe-date.ts'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from '../office-screen.module.css'
import type { ScreenDate, ScreenLeaders } from '../slide.ts'

/** The leaderboard of the period as the team shows it, without the place of the reader. */
export function LeadersPanel({ leaders }: { leaders: ScreenLeaders }) {
  const { t } = useTranslation('feed')
  const { mode, period, total, items } = leaders
  if (mode === 'together' ? !total : !items.length) return null
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
          <b>{formatNumber(total)}</b> {t('leaders.warm', { count: total })}
        </p>
      ) : (
        <ol>
          {items.map(({ person, score }, index) => (
            <li key={index}>
              <UserAvatar user={person} size={36} />
              <span>{person.name}</span>
              <PointsBadge
                text={formatNumber(score)}
                label={t('common:points', { count: score })}
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** The next birthdays and anniversaries. */
export function DatesPanel({ dates }: { dates: ScreenDate[] }) {
  const { t } = useTranslation('feed')
  if (!dates.length) return null
  return (
    <section className={css['panel']}>
      <h2>{t('dates.title')}</h2>
      <ul>
        {dates.map((screenDate, index) => (
          <li key={index}>
            <UserAvatar user={screenDate.person} size={36} />
            <span>
              {screenDate.person.name}
              <small>{describeDate(t, screenDate)}</small>
            </span>
            <time dateTime={screenDate.date}>{formatMonthDay(screenDate.date)}</time>
          </li>
        ))}
      </ul>
    </section>
  )
}
