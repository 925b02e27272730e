import type { QueryClient } from '@tanstack/react-query'
import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { configQuery } from '#web/shared/config.ts'
import { groupsQuery, orgChartQuery, statisticsQuery } from './api/first-queries.ts'
import type { RangeSearch } from './date-range.ts'

/** A team of this size sees groups instead of all people in the recognition graph. */
export const showsGroups = ({ workspace }: Pick<AppConfig, 'workspace'>) =>
  workspace.users_count > limits.graph_people_max

/**
 * Requests the slowest data of the dashboard's default range in parallel with the code of its
 * screen.
 */
export function prefetchDashboard(client: QueryClient, search: RangeSearch): void {
  const config = client.getQueryData(configQuery.queryKey)
  if (!config || search.range) return
  const to = todayInTimezone(config.settings.timezone)
  const first = Date.parse(to) - (limits.dashboard_days - 1) * dayMs
  const range = { from: new Date(first).toISOString().slice(0, 10), to }
  if (showsGroups(config)) void client.prefetchQuery(groupsQuery(range))
  else void client.prefetchQuery(orgChartQuery(range))
  void client.prefetchQuery(statisticsQuery(range))
}
