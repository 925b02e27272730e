import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useConfig } from '#web/app/config.ts'
import { Failure } from '#web/app/Failure.tsx'
import { usePersonName } from '#web/app/person.ts'
import { call } from '#web/lib/client.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from './feed.module.css'

/** Who received most in this period, if the team shows it. */
export function LeadersPanel() {
  const { t } = useTranslation('feed')
  const { settings } = useConfig()
  const name = usePersonName()
  const leaders = useQuery({ queryKey: ['leaders'], queryFn: () => call('leaderboards.list', { query: { limit: 6 } }), enabled: settings.show_leaderboard })
  if (!settings.show_leaderboard) return null
  return (
    <Card>
      <h2 className={css['title']}>{t(`leaders.${settings.limit_period}`)}</h2>
      {leaders.isPending ? Array.from({ length: 6 }, (_, index) => <Skeleton key={index} height={38} mb={8} />) : null}
      {leaders.isError ? <Failure error={leaders.error} retry={() => void leaders.refetch()} /> : null}
      {leaders.data?.items.length === 0 ? <p className={css['small']} style={{ margin: 0 }}>{t('leaders.empty')}</p> : null}
      <ol className={css['leaders']}>
        {leaders.data?.items.map((leader) => (
          <li key={leader.user_id}>
            <Link to="/profile/$id" params={{ id: leader.user_id }} className={css['leader']}>
              <span className={css['rank']}>{formatNumber(leader.rank)}</span>
              <UserAvatar user={leader.user} size={34} />
              <b>{name(leader.user)}</b>
              <PointsBadge text={formatNumber(leader.score)} label={t('common:points', { count: leader.score })} />
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  )
}
