import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

// The first page contains this file, because these queries start with the navigation.

type DateRange = { from: string; to: string }
// Reports change slowly: no refetch within a minute.
export const queryDefaults = { staleTime: 60_000, placeholderData: keepPreviousData } as const
export const toRangeQuery = ({ from, to }: DateRange) => ({ from, to })

export const statisticsQuery = (range: DateRange) =>
  queryOptions({
    ...queryDefaults,
    queryKey: queryKey('dashboard', 'statistics', range.from, range.to),
    queryFn: ({ signal }) =>
      call('leaderboards.statistics', { query: toRangeQuery(range), signal }),
  })
export const orgChartQuery = (range: DateRange) =>
  queryOptions({
    ...queryDefaults,
    queryKey: queryKey('dashboard', 'org_chart', range.from, range.to),
    queryFn: ({ signal }) => call('leaderboards.org_chart', { query: toRangeQuery(range), signal }),
  })
export const groupsQuery = (range: DateRange) =>
  queryOptions({
    ...queryDefaults,
    queryKey: queryKey('dashboard', 'groups', range.from, range.to),
    queryFn: ({ signal }) => call('leaderboards.groups', { query: toRangeQuery(range), signal }),
  })
