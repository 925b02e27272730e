import { Link } from '@tanstack/react-router'
import type { CelebrationPreviewItem } from '#contract/schemas/celebrations.ts'
import { PagedList } from '#web/shared/PagedList.tsx'
import { usePersonName } from '#web/shared/person-name.ts'
import { OccasionChip } from '#web/shared/posts/OccasionChip.tsx'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { formatMonthDay, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { useComingCelebrations } from '../api/queries.ts'
import css from './celebrations.module.css'

/** What is special about a coming post: its day, its readers, or that there is none. */
function ComingFacts({ item }: { item: CelebrationPreviewItem }) {
  const { t } = useTranslation('celebrations')
  if (item.skipped) return <small data-skipped="true">{t('coming.away')}</small>
  const facts = [
    item.posts_on === item.date
      ? null
      : t('coming.posts_on', { date: formatMonthDay(item.posts_on) }),
    item.visibility === 'everyone' ? null : t(`visibility.${item.visibility}`),
  ].filter((fact) => fact !== null)
  return facts.length ? <small>{facts.join(' · ')}</small> : null
}

function ComingRow({ item }: { item: CelebrationPreviewItem }) {
  const { t } = useTranslation('celebrations')
  const nameOf = usePersonName()
  const { kind, user, date, years, points, skipped, text } = item
  return (
    <li className={css['comingRow']} data-skipped={skipped !== null || undefined}>
      <UserAvatar user={user} size={38} />
      <div className={css['comingHead']}>
        <Link to="/profile/$id" params={{ id: user.id }}>
          {nameOf(user)}
        </Link>
        <OccasionChip occasion={years === null ? { kind } : { kind, years }} />
        <ComingFacts item={item} />
      </div>
      <span className={css['comingSide']}>
        <time dateTime={date}>{formatMonthDay(date)}</time>
        {points > 0 && !skipped ? (
          <PointsBadge
            text={`+${formatNumber(points)}`}
            label={t('common:points', { count: points })}
          />
        ) : null}
      </span>
      {skipped ? null : <p>{text}</p>}
    </li>
  )
}

/** The celebrations of the next 30 days, as they would be posted now. */
export function ComingUp() {
  const { t } = useTranslation('celebrations')
  const query = useComingCelebrations()
  return (
    <SettingsSection title={t('coming.title')} text={t('coming.text')}>
      <div>
        <PagedList
          query={query}
          texts={{ emptyText: t('coming.empty'), more: t('coming.more') }}
          frame="div"
          skeletonHeights={[64, 64, 64]}
        >
          {(items) => (
            <ul className={css['coming']}>
              {items.map((item) => (
                <ComingRow key={`${item.kind} ${item.user.id} ${item.date}`} item={item} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </SettingsSection>
  )
}
