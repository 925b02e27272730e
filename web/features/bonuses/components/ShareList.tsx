import { Button } from '@mantine/core'
import type { BonusShare } from '#contract/schemas/bonuses.ts'
import { loadNextPage } from '#web/shared/load-next-page.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import type { BonusPreviewQuery } from '../api/queries.ts'
import css from './bonuses.module.css'

function ShareRow({ share: { user, received, points } }: { share: BonusShare }) {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  return (
    <li>
      <UserAvatar user={user} size={36} />
      <span className={css['person']}>
        <b>{nameOf(user)}</b>
        {received > 0 ? (
          <small>
            {t('bonuses.received', { points: t('common:points', { count: received }) })}
          </small>
        ) : null}
      </span>
      <PointsBadge
        text={`+${formatNumber(points)}`}
        label={t('common:points', { count: points })}
      />
    </li>
  )
}

/** The people of a bonus, most points first, and a button for more of them. */
export function ShareList({ query, label }: { query: BonusPreviewQuery; label: string }) {
  const { t } = useTranslation('organization')
  const shares = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <ul className={css['shares']} aria-label={label}>
        {shares.map((share) => (
          <ShareRow key={share.user.id} share={share} />
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void loadNextPage(query)}
        >
          {t('bonuses.more')}
        </Button>
      ) : null}
    </>
  )
}
