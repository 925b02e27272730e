import { useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { call } from '#web/lib/client.ts'
import { useConfig } from '#web/shared/config.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { refreshMs } from '../refresh.ts'
import { useScreenPerson } from '../use-public-posts.tsx'
import { DatesPanel, LeadersPanel } from './ScreenPanels.tsx'

/** The feed reads as many, so both share the answer. */
const leadersRead = 6

/** The leaders and dates that the reader sees. */
export function MemberPanels() {
  const {
    settings: { show_leaderboard: isShown, leaderboard_mode: mode, limit_period: period },
  } = useConfig()
  const personOf = useScreenPerson()
  const leaders = useQuery({
    queryKey: queryKey('leaderboard'),
    queryFn: () => call('leaderboards.list', { query: { limit: leadersRead } }),
    enabled: isShown,
    refetchInterval: refreshMs,
  })
  const dates = useQuery({
    queryKey: queryKey('people', 'dates'),
    queryFn: ({ signal }) => call('people.dates', { signal }),
    refetchInterval: refreshMs,
  })
  return (
    <>
      {leaders.data ? (
        <LeadersPanel
          leaders={{
            mode,
            period,
            total: leaders.data.total,
            items: leaders.data.items
              .slice(0, limits.office_screen_leaders_max)
              .map(({ user, score }) => ({ person: personOf(user), score })),
          }}
        />
      ) : null}
      <DatesPanel
        dates={(dates.data ?? [])
          .filter(({ visibility }) => visibility === 'everyone')
          .slice(0, limits.office_screen_dates_max)
          .map(({ user, ...importantDate }) => ({ ...importantDate, person: personOf(user) }))}
      />
    </>
  )
}
