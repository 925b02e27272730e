import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { latestUnreadQuery } from '#web/shared/inbox/latest-unread.ts'
import { filterThanks, summarizeThanks } from '#web/shared/inbox/summarize.ts'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from './away-card.module.css'
import { AwaySpace } from './AwaySpace.tsx'
import { hideAwayCard } from './away-card-storage.ts'

const facesMax = 4

/** Summarizes the thanks since the last visit, above the feed. */
export function AwayCard() {
  const { t } = useTranslation('feed')
  const { data, isError } = useQuery(latestUnreadQuery)
  const [isHidden, setHidden] = useState(false)
  const thanks = filterThanks(data?.items ?? [])
  const { people, points } = summarizeThanks(thanks)
  if (isHidden || isError) return null
  if (!data) return <AwaySpace />
  if (!thanks.length) return null
  const hide = () => {
    hideAwayCard(thanks.length)
    setHidden(true)
  }
  return (
    <section className={css['card']} aria-label={t('away.title')}>
      <span className={css['faces']}>
        {people.slice(0, facesMax).map((person) => (
          <UserAvatar key={person.id} user={person} size={36} />
        ))}
      </span>
      <div className={css['words']}>
        <h2>{t('away.title')}</h2>
        <p>
          {t('away.people', { count: people.length })}{' '}
          <PointsBadge
            text={`+${formatNumber(points)}`}
            label={t('common:points', { count: points })}
          />{' '}
          <Link to="/inbox">{t('away.open')}</Link>
        </p>
      </div>
      <ActionIcon variant="subtle" color="gray" aria-label={t('away.hide')} onClick={hide}>
        <IconX size={18} aria-hidden="true" />
      </ActionIcon>
    </section>
  )
}
