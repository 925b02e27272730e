import { IconCalendarEvent } from '@tabler/icons-react'
import type { Person } from '#contract/schemas/users.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatDeadline, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from './team-reward-progress.module.css'

/**
 * Shows the progress of a team reward; `mine` is the reader's contribution not sent yet. The text
 * repeats the bar's figures.
 */
export function TeamRewardProgress({
  price,
  contributed,
  mine = 0,
  live = false,
}: {
  price: number
  contributed: number
  mine?: number
  live?: boolean
}) {
  const { t } = useTranslation('shop')
  const have = Math.min(contributed + mine, price)
  const share = (points: number) => `${(points / price) * 100}%`
  return (
    <div className={css['progress']}>
      <div className={css['bar']} aria-hidden="true">
        <span style={{ width: share(contributed) }} />
        <span className={css['mine']} style={{ width: share(have - contributed) }} />
      </div>
      <div className={css['figures']} {...(live ? { role: 'status' } : {})}>
        <b>{t('team.progress', { have: formatNumber(have), price: formatNumber(price) })}</b>
        <span>{have === price ? t('team.full') : t('team.to_go', { count: price - have })}</span>
      </div>
    </div>
  )
}

const avatarsMax = 5

/** Shows overlapping avatars and the number of others; screen readers read all names. */
function AvatarGroup({ people }: { people: Person[] }) {
  const { t } = useTranslation('shop')
  const name = usePersonName()
  const more = people.length - avatarsMax
  return (
    <span className={css['faces']}>
      <span className="sr-only">{t('team.who', { names: people.map(name).join(', ') })}</span>
      {people.slice(0, avatarsMax).map((person) => (
        <span key={person.id}>
          <UserAvatar user={person} size={26} />
        </span>
      ))}
      {more > 0 ? <b aria-hidden="true">+{formatNumber(more)}</b> : null}
    </span>
  )
}

/** Shows the contributors and the deadline. */
export function ContributorList({
  people,
  deadline,
}: {
  people: Person[]
  deadline: string | null
}) {
  const { t } = useTranslation('shop')
  return (
    <div className={css['crew']}>
      {people.length ? <AvatarGroup people={people} /> : <span>{t('team.nobody')}</span>}
      {deadline ? (
        <span className={css['deadline']}>
          <IconCalendarEvent size={15} aria-hidden="true" />
          {t('team.until', { date: formatDeadline(deadline) })}
        </span>
      ) : null}
    </div>
  )
}
