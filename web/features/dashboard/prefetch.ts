import type { QueryClient } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { configQuery } from '#web/shared/config.ts'
import { groupsQuery, orgChartQuery, statisticsQuery } from './api/queries.ts'
import { clampToOrgChartRange, parseRange, type RangeSearch } from './date-range.ts'

/** Returns whether the recognition graph of a team shows groups instead of people. */
export const showsGroups = ({ workspace }: Pick<AppConfig, 'workspace'>) =>
  workspace.users_count > limits.graph_people_max

/** Requests the slowest data of the dashboard in parallel with the code of its screen. */
export function prefetchQueries(client: QueryClient, search: RangeSearch): void {
  const config = client.getQueryData(configQuery.queryKey)
  if (!config) return
  const range = parseRange(search, todayInTimezone(config.settings.timezone))
  const graphRange = clampToOrgChartRange(range)
  // The graph has no filter by group.
  if (range.group !== undefined) return void client.prefetchQuery(statisticsQuery(range))
  if (showsGroups(config)) void client.prefetchQuery(groupsQuery(graphRange))
  else void client.prefetchQuery(orgChartQuery(graphRange))
  void client.prefetchQuery(statisticsQuery(range))
}
