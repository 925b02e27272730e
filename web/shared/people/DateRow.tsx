import { Link } from '@tanstack/react-router'
import type { ImportantDate } from '#contract/schemas/users.ts'
import { formatMonthDay } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { describeDate } from './describe-date.ts'
import { GiveThanksIcon } from './GiveThanks.tsx'
import { usePersonName } from '#web/shared/person-name.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from './person-row.module.css'

/** A birthday or an anniversary: a link to the person, and a button to send wishes. */
export function DateRow({ date: importantDate }: { date: ImportantDate }) {
  const { user, kind, date, years } = importantDate
  const { t } = useTranslation('feed')
  const name = usePersonName()
  return (
    <li className={css['row']} data-thankable>
      <Link to="/profile/$id" params={{ id: user.id }} className={css['link']}>
        <UserAvatar user={user} size={34} />
        <span>
          <b>{name(user)}</b>
          <small>{describeDate(t, importantDate)}</small>
        </span>
        <time dateTime={date} className={css['date']}>
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
  )
}
