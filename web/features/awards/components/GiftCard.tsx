import { IconCheck, IconClockHour4, IconLock, IconWallet, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { AwardGift } from '#contract/schemas/awards.ts'
import type { Person } from '#contract/schemas/users.ts'
import { useConfig } from '#web/shared/config.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatChoice, formatDate, formatSigned } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { AwardTile } from './AwardTile.tsx'
import css from './awards.module.css'
import { GiftActions } from './GiftActions.tsx'

const iconProps = { size: 16, 'aria-hidden': true } as const

function PersonLink({ person }: { person: Person }) {
  const nameOf = usePersonName()
  return (
    <Link to="/profile/$id" params={{ id: person.id }} className={css['person']}>
      <UserAvatar user={person} size={28} />
      <span>{nameOf(person)}</span>
    </Link>
  )
}

/** The decisions so far, and who decides next. */
function GiftProgress({ gift }: { gift: AwardGift }) {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  const { timezone } = useConfig().settings
  const isPending = gift.status === 'pending'
  if (!gift.decisions.length && !isPending) return null
  const names = formatChoice(gift.approvers.map(nameOf))
  return (
    <ol className={css['progress']} aria-label={t('awards.gift.progress')}>
      {gift.decisions.map((decision) => {
        const { approved, created_at: at, delegate_of: principal, person } = decision
        const key = `awards.gift.${approved ? 'approved_by' : 'declined_by'}${principal ? '_for' : ''}`
        return (
          <li key={at} data-good={approved} data-bad={!approved}>
            {approved ? <IconCheck {...iconProps} /> : <IconX {...iconProps} />}
            <span>
              {t(key, {
                name: nameOf(person),
                principal: principal ? nameOf(principal) : '',
                date: formatDate(at, timezone),
              })}
            </span>
          </li>
        )
      })}
      {isPending ? (
        <li>
          <IconClockHour4 {...iconProps} />
          <span>
            {gift.steps > 1
              ? t('awards.gift.waits_step', {
                  names,
                  step: gift.steps_done + 1,
                  steps: gift.steps,
                })
              : t('awards.gift.waits', { names })}
          </span>
        </li>
      ) : null}
    </ol>
  )
}

function GiftFacts({ gift }: { gift: AwardGift }) {
  const { t } = useTranslation('organization')
  const { timezone } = useConfig().settings
  const nameOf = usePersonName()
  return (
    <ul className={css['facts']}>
      <li>
        {t('awards.gift.from', {
          name: nameOf(gift.giver),
          date: formatDate(gift.created_at, timezone),
        })}
      </li>
      {gift.budget ? (
        <li>
          <IconWallet {...iconProps} />
          {gift.budget.name}
        </li>
      ) : null}
      {gift.private ? (
        <li>
          <IconLock {...iconProps} />
          {t('awards.field.private')}
        </li>
      ) : null}
    </ul>
  )
}

/** An award given to people: its state, what comes next, and what the reader can do. */
export function GiftCard({ gift, isAlone = false }: { gift: AwardGift; isAlone?: boolean }) {
  const { t } = useTranslation('organization')
  const { award, decline_reason: reason, receivers } = gift
  return (
    <Card className={css['gift']}>
      <div className={css['head']}>
        <AwardTile award={award} />
        <div className={css['words']}>
          {isAlone ? null : (
            <h2>
              <Link to="/awards/gifts/$id" params={{ id: gift.id }}>
                {award.name}
              </Link>
            </h2>
          )}
          <span className={css['status']} data-status={gift.status}>
            {t(`awards.status.${gift.status}`)}
          </span>
        </div>
        <PointsBadge
          text={formatSigned(gift.points)}
          label={t('common:points', { count: gift.points })}
          large
        />
      </div>
      <div className={css['people']} role="group" aria-label={t('awards.give.to')}>
        {receivers.map((person) => (
          <PersonLink key={person.id} person={person} />
        ))}
      </div>
      <p className={css['quote']}>{gift.text}</p>
      <GiftFacts gift={gift} />
      <GiftProgress gift={gift} />
      {reason ? (
        <p className={css['reason']}>
          <b>{t('awards.gift.reason')}</b>
          {reason}
        </p>
      ) : null}
      {gift.receiver_left ? <p className={css['text']}>{t('awards.gift.receiver_left')}</p> : null}
      <GiftActions gift={gift} />
    </Card>
  )
}
