import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { queryKey } from '#web/shared/query-keys.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Ranking } from './Ranking.tsx'

const skeletonsCount = 8

/** The whole leaderboard of the period, at most `limits.leaders_max` people. */
export function LeadersDialog({ title, onClose }: { title: string; onClose: () => void }) {
  const { t } = useTranslation('feed')
  const leaders = useQuery({
    queryKey: queryKey('leaderboard', 'all'),
    queryFn: ({ signal }) =>
      call('leaderboards.list', { query: { limit: limits.leaders_max }, signal }),
  })
  return (
    <Dialog title={title} close={t('common:close')} isFullScreenOnPhone onClose={onClose}>
      {leaders.isPending
        ? Array.from({ length: skeletonsCount }, (_, index) => (
            <Skeleton key={index} height={38} mb={8} />
          ))
        : null}
      {leaders.isError && !leaders.data ? (
        <ErrorState error={leaders.error} retry={() => void leaders.refetch()} />
      ) : null}
      {leaders.data ? <Ranking items={leaders.data.items} own={leaders.data.own} /> : null}
    </Dialog>
  )
}
