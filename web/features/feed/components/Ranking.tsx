import { Link } from '@tanstack/react-router'
import type { Leader } from '#contract/schemas/reports.ts'
import { GiveThanksIcon } from '#web/shared/people/GiveThanks.tsx'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import personRow from '#web/shared/people/person-row.module.css'
import css from './feed.module.css'

/** The leaders in their order, then the place of the reader when it is not among them. */
export function Ranking({ items, own }: { items: Leader[]; own: Leader | null }) {
  const { t } = useTranslation('feed')
  const name = usePersonName()
  if (!items.length)
    return (
      <p className={css['small']} style={{ margin: 0 }}>
        {t('leaders.empty')}
      </p>
    )
  return (
    <ol className={css['people']}>
      {items.map((leader) => (
        <li key={leader.user_id} className={personRow['row']} data-thankable>
          <Link to="/profile/$id" params={{ id: leader.user_id }} className={css['leader']}>
            <span className={css['rank']}>{formatNumber(leader.rank)}</span>
            <UserAvatar user={leader.user} size={34} />
            <b>{name(leader.user)}</b>
            <PointsBadge
              text={formatNumber(leader.score)}
              label={t('common:points', { count: leader.score })}
            />
          </Link>
          <GiveThanksIcon person={leader.user} />
        </li>
      ))}
      {own && !items.some(({ user_id: id }) => id === own.user_id) ? (
        <li className={css['leader']}>
          <span className={css['rank']}>{formatNumber(own.rank)}</span>
          <UserAvatar user={own.user} size={34} />
          <b>{t('leaders.you')}</b>
          <PointsBadge
            text={formatNumber(own.score)}
            label={t('common:points', { count: own.score })}
          />
        </li>
      ) : null}
    </ol>
  )
}
