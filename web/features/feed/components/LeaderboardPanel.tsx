import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { call } from '#web/lib/client.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import css from './feed.module.css'
import { queryKey } from '#web/shared/query-keys.ts'
import { lazyOccasional } from './load-occasional.ts'
import { Ranking } from './Ranking.tsx'

const shownMax = 6
const LeadersDialog = lazyOccasional((code) => code.LeadersDialog)

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
    queryFn: () => call('leaderboards.list', { query: { limit: shownMax } }),
    enabled: showLeaderboard,
  })
  // An address with a group opens the whole list.
  const { group } = useSearch({ from: '/shell/feed' })
  const [isListOpen, setIsListOpen] = useState(group !== undefined && mode !== 'together')
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
      {mode !== 'together' && leaders.data?.items.length === shownMax ? (
        <button
          type="button"
          className={`plain ${css['seeAll']}`}
          onClick={() => setIsListOpen(true)}
        >
          {t('leaders.all')}
        </button>
      ) : null}
      {isListOpen ? (
        <LeadersDialog title={t(titles[mode])} onClose={() => setIsListOpen(false)} />
      ) : null}
    </Card>
  )
}
