import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { limits } from '#contract/limits.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { GroupFilter, GroupTooSmall, isGroupTooSmall } from '#web/shared/groups/GroupSelect.tsx'
import { queryKey } from '#web/shared/query-keys.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Ranking } from './Ranking.tsx'

const skeletonsCount = 8

/**
 * The whole leaderboard of the period, at most `limits.leaders_max` people, or that of a group,
 * which the address holds.
 */
export function LeadersDialog({ title, onClose }: { title: string; onClose: () => void }) {
  const { t } = useTranslation('feed')
  const { group } = useSearch({ from: '/shell/feed' })
  const navigate = useNavigate({ from: '/feed' })
  const setGroup = (next: string | undefined) =>
    navigate({
      search: (old) => ({ ...old, group: next }),
      replace: true,
      resetScroll: false,
    })
  const leaders = useQuery({
    queryKey: queryKey('leaderboard', 'all', group),
    queryFn: ({ signal }) =>
      call('leaderboards.list', {
        query: {
          limit: limits.leaders_max,
          ...(group === undefined ? {} : { group_id: group }),
        },
        signal,
      }),
  })
  const close = () => {
    onClose()
    if (group !== undefined) void setGroup(undefined)
  }
  return (
    <Dialog title={title} close={t('common:close')} isFullScreenOnPhone onClose={close}>
      <GroupFilter groupId={group} onChange={(next) => void setGroup(next)} />
      {leaders.isPending
        ? Array.from({ length: skeletonsCount }, (_, index) => (
            <Skeleton key={index} height={38} mb={8} />
          ))
        : null}
      {isGroupTooSmall(leaders.error) ? <GroupTooSmall error={leaders.error} /> : null}
      {leaders.isError && !leaders.data && !isGroupTooSmall(leaders.error) ? (
        <ErrorState error={leaders.error} retry={() => void leaders.refetch()} />
      ) : null}
      {leaders.data ? <Ranking items={leaders.data.items} own={leaders.data.own} /> : null}
    </Dialog>
  )
}
