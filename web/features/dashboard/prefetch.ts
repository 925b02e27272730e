import type { QueryClient } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { configQuery } from '#web/shared/config.ts'
import { groupSearchQuery } from '#web/shared/groups/groups.api.ts'
import {
  groupsQuery,
  leadersQuery,
  orgChartQuery,
  statisticsQuery,
  topicsQuery,
  unthankedUsersQuery,
  valueSharesQuery,
  valueTrendsQuery,
} from './api/queries.ts'
import {
  clampToOrgChartRange,
  parseActiveUsersRange,
  parseRange,
  type RangeSearch,
} from './date-range.ts'

/** Returns whether the recognition graph of a team shows groups instead of people. */
export const showsGroups = ({ workspace }: Pick<AppConfig, 'workspace'>) =>
  workspace.users_count > limits.graph_people_max

/**
 * Requests the data of all tiles and of the filter by group, before the code of the screen is loaded
 * or its tiles render.
 */
export function prefetchQueries(client: QueryClient, search: RangeSearch): void {
  const config = client.getQueryData(configQuery.queryKey)
  if (!config) return
  const today = todayInTimezone(config.settings.timezone)
  const range = parseRange(search, today)
  void client.prefetchQuery(groupSearchQuery(undefined, ''))
  void client.prefetchQuery(statisticsQuery(range))
  void client.prefetchQuery(statisticsQuery(parseActiveUsersRange(search, today)))
  void client.prefetchQuery(unthankedUsersQuery(range))
  void client.prefetchQuery(leadersQuery(range, 'received'))
  void client.prefetchQuery(valueSharesQuery(range))
  void client.prefetchQuery(valueTrendsQuery(range))
  // The graph and the topics have no filter by group.
  if (range.group !== undefined) return
  void client.prefetchQuery(topicsQuery(range, undefined))
  const graphRange = clampToOrgChartRange(range)
  if (showsGroups(config)) void client.prefetchQuery(groupsQuery(graphRange))
  else void client.prefetchQuery(orgChartQuery(graphRange))
}
