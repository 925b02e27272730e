import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Leader } from '#contract/schemas/reports.ts'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { GiveThanksIcon } from '#web/shared/people/GiveThanks.tsx'
import { usePersonName } from '#web/shared/person-name.ts'
import { call } from '#web/lib/client.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import personRow from '#web/shared/people/person-row.module.css'
import css from './feed.module.css'
import { queryKey } from '#web/shared/query-keys.ts'

function Ranking({ items, own }: { items: Leader[]; own: Leader | null }) {
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

/** The mode without a ranking: the team's total and the user's own share. */
function TeamTotal({ total, own }: { total: number; own: number }) {
  const { t } = useTranslation('feed')
  if (!total)
    return (
      <p className={css['small']} style={{ margin: 0 }}>
        {t('leaders.empty')}
      </p>
    )
  return (
    <div className={css['together']}>
      <span className={css['big']}>{formatNumber(total)}</span>
      <p>{t('leaders.warm', { count: total })}</p>
      <p className={css['small']}>
        {own ? t('leaders.own', { count: own }) : t('leaders.own_none')}
      </p>
    </div>
  )
}

function LeaderboardSkeleton({ isTotal }: { isTotal: boolean }) {
  if (isTotal) return <Skeleton height={112} />
  return Array.from({ length: 6 }, (_, index) => <Skeleton key={index} height={38} mb={8} />)
}

/** The leaderboard of the period: top receivers, top givers, or the team's total. */
export function LeaderboardPanel() {
  const { t } = useTranslation('feed')
  const {
    settings: { show_leaderboard: showLeaderboard, leaderboard_mode: mode, limit_period: period },
  } = useConfig()
  const leaders = useQuery({
    queryKey: queryKey('leaderboard'),
    queryFn: () => call('leaderboards.list', { query: { limit: 6 } }),
    enabled: showLeaderboard,
  })
  if (!showLeaderboard) return null
  const titles = {
    receivers: `leaders.${period}`,
    givers: `leaders.given.${period}`,
    together: `leaders.together.${period}`,
  } as const
  return (
    <Card>
      <h2 className={css['title']}>{t(titles[mode])}</h2>
      {leaders.isPending ? <LeaderboardSkeleton isTotal={mode === 'together'} /> : null}
      {leaders.isError && !leaders.data ? (
        <ErrorState error={leaders.error} retry={() => void leaders.refetch()} />
      ) : null}
      {leaders.data && mode === 'together' ? (
        <TeamTotal total={leaders.data.total} own={leaders.data.own?.score ?? 0} />
      ) : null}
      {leaders.data && mode !== 'together' ? (
        <Ranking items={leaders.data.items} own={leaders.data.own} />
      ) : null}
    </Card>
  )
}
