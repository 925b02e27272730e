import { Button, Skeleton } from '@mantine/core'
import {
  IconBriefcase,
  IconCake,
  IconCalendarHeart,
  IconClock,
  IconHierarchy,
  IconTag,
  IconUsersGroup,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ProfileView } from '#contract/schemas/users.ts'
import { useConfig } from '#web/shared/config.ts'
import { openComposerFor } from '#web/shared/overlay-state.ts'
import { useCanThank } from '#web/shared/people/GiveThanks.tsx'
import { toPerson } from '#web/shared/people/to-person.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import {
  formatDate,
  formatDay,
  formatMonthDay,
  formatNumber,
  formatTimeOfDay,
} from '#web/lib/format.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from './profile.module.css'

/** Returns the full years since a date, in the workspace's timezone. */
function yearsSince(day: string, timezone: string): number {
  const today = todayInTimezone(timezone)
  return (
    Number(today.slice(0, 4)) - Number(day.slice(0, 4)) - (today.slice(5) < day.slice(5) ? 1 : 0)
  )
}

function ProfileDates({
  profile: { birthday, hire_date: hireDate, created_at: createdAt },
}: {
  profile: ProfileView
}) {
  const { t } = useTranslation('profile')
  const {
    settings: { timezone },
  } = useConfig()
  const years = hireDate ? yearsSince(hireDate, timezone) : 0
  const facts: [string, ReactNode, string][] = []
  if (birthday)
    facts.push([
      'birthday',
      <IconCake key="icon" size={17} aria-hidden="true" />,
      t('birthday', { date: formatMonthDay(birthday) }),
    ])
  if (hireDate)
    facts.push([
      'hired',
      <IconBriefcase key="icon" size={17} aria-hidden="true" />,
      years > 0
        ? t('hired_years', { date: formatDay(hireDate), count: years })
        : t('hired', { date: formatDay(hireDate) }),
    ])
  facts.push([
    'since',
    <IconCalendarHeart key="icon" size={17} aria-hidden="true" />,
    t('since', { date: formatDate(createdAt, timezone) }),
  ])
  return (
    <ul className={css['facts']}>
      {facts.map(([key, icon, text]) => (
        <li key={key}>
          {icon}
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}

/** The person's manager, groups, local time and attributes; nothing without them. */
function ProfileOrganization({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation('organization')
  const { manager, groups, timezone, attributes } = profile.organization
  const [openedAt] = useState(() => new Date())
  if (!manager && !groups.length && !timezone && !attributes.length) return null
  return (
    <ul className={css['facts']}>
      {manager ? (
        <li>
          <IconHierarchy size={17} aria-hidden="true" />
          <span>
            {t('reports_to')}{' '}
            <Link to="/profile/$id" params={{ id: manager.id }}>
              {manager.name}
            </Link>
            {' · '}
            <Link to="/organization" search={{ user: profile.id }}>
              {t('org_chart')}
            </Link>
          </span>
        </li>
      ) : null}
      {groups.map((group) => (
        <li key={group.id}>
          <IconUsersGroup size={17} aria-hidden="true" />
          <Link to="/groups/$id" params={{ id: group.id }}>
            {group.name}
          </Link>
        </li>
      ))}
      {timezone ? (
        <li>
          <IconClock size={17} aria-hidden="true" />
          <span>{t('local_time', { time: formatTimeOfDay(openedAt, timezone) })}</span>
        </li>
      ) : null}
      {attributes.map(({ attribute_id: id, name, value }) => (
        <li key={id}>
          <IconTag size={17} aria-hidden="true" />
          <span>{`${name}: ${value}`}</span>
        </li>
      ))}
    </ul>
  )
}

/** The user's name and dates, and their all-time figures. */
export function ProfileHeader({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation('profile')
  const name = usePersonName()
  const canThank = useCanThank(profile)
  const figures = [
    ['received', profile.received_points],
    ['given', profile.given_points],
    ...(profile.balance === null ? [] : [['balance', profile.balance] as const]),
  ] as const
  return (
    <Card className={css['head']}>
      <UserAvatar user={profile} size={96} />
      <div className={css['name']}>
        <h1>{name(profile)}</h1>
        {profile.job_title && profile.state !== 'deleted' ? <p>{profile.job_title}</p> : null}
        <ProfileDates profile={profile} />
        <ProfileOrganization profile={profile} />
      </div>
      <div className={css['side']}>
        <dl className={css['figures']}>
          {figures.map(([key, value]) => (
            <div key={key}>
              <dt>{t(`figures.${key}`)}</dt>
              <dd>{formatNumber(value)}</dd>
            </div>
          ))}
        </dl>
        {canThank ? (
          <Button size="sm" onClick={() => openComposerFor(toPerson(profile))}>
            {t('common:give_thanks')}
          </Button>
        ) : null}
        {profile.abilities.edit ? (
          <>
            <Button component={Link} to="/group-cards" variant="default" size="sm">
              {t('cards')}
            </Button>
            <Button component={Link} to="/edit-profile" variant="default" size="sm">
              {t('edit')}
            </Button>
          </>
        ) : null}
      </div>
    </Card>
  )
}

export function ProfileHeaderSkeleton() {
  return (
    <Card aria-busy="true" className={css['head']}>
      <Skeleton circle height={96} />
      <div className={css['name']}>
        <Skeleton height={28} width="60%" mb={12} />
        <Skeleton height={15} width="40%" mb={12} />
        <Skeleton height={15} width="70%" />
      </div>
      <div className={css['side']}>
        <Skeleton height={44} width={200} />
      </div>
    </Card>
  )
}
