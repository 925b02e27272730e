import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Language } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import { call } from '#web/lib/client.ts'

type DateRange = { from: string; to: string }
// Reports change slowly: no refetch within a minute.
const queryDefaults = { staleTime: 60_000, placeholderData: keepPreviousData } as const
const dashboardKey = (name: string, { from, to }: DateRange, ...rest: unknown[]) => [
  'dashboard',
  name,
  from,
  to,
  ...rest,
]
const toRangeQuery = ({ from, to }: DateRange) => ({ from, to })

export const statisticsQuery = (range: DateRange) =>
  queryOptions({
    ...queryDefaults,
    queryKey: dashboardKey('statistics', range),
    queryFn: ({ signal }) =>
      call('leaderboards.statistics', { query: toRangeQuery(range), signal }),
  })
export const valueSharesQuery = (range: DateRange) =>
  queryOptions({
    ...queryDefaults,
    queryKey: dashboardKey('values', range),
    queryFn: ({ signal }) => call('leaderboards.values', { query: toRangeQuery(range), signal }),
  })
export const leadersQuery = (range: DateRange, direction: 'received' | 'given') =>
  queryOptions({
    ...queryDefaults,
    queryKey: dashboardKey('leaders', range, direction),
    queryFn: ({ signal }) =>
      call('leaderboards.list', {
        query: { ...toRangeQuery(range), direction, limit: limits.relations },
        signal,
      }),
  })
export const orgChartQuery = (range: DateRange) =>
  queryOptions({
    ...queryDefaults,
    queryKey: dashboardKey('org_chart', range),
    queryFn: ({ signal }) => call('leaderboards.org_chart', { query: toRangeQuery(range), signal }),
  })
export const topicsQuery = (range: DateRange, language: Language | undefined) =>
  queryOptions({
    ...queryDefaults,
    queryKey: dashboardKey('topics', range, language),
    queryFn: ({ signal }) =>
      call('leaderboards.common_topics', {
        query: { ...toRangeQuery(range), language, limit: 30 },
        signal,
      }),
  })
export const unthankedUsersQuery = (range: DateRange) =>
  queryOptions({
    ...queryDefaults,
    queryKey: dashboardKey('unthanked', range),
    queryFn: ({ signal }) => call('leaderboards.unthanked', { query: toRangeQuery(range), signal }),
  })
