import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Language } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

type DateRange = { from: string; to: string }
type GroupRange = DateRange & { group?: string | undefined }
// Reports change slowly: no refetch within a minute.
const queryDefaults = { staleTime: 60_000, placeholderData: keepPreviousData } as const
const toRangeQuery = ({ from, to }: DateRange) => ({ from, to })
const toGroupQuery = ({ from, to, group }: GroupRange) => ({
  from,
  to,
  ...(group === undefined ? {} : { group_id: group }),
})
const unthankedTileCount = 6
const unthankedPageRows = 50

export const statisticsQuery = (range: GroupRange) =>
  queryOptions({
    ...queryDefaults,
    queryKey: queryKey('dashboard', 'statistics', range.from, range.to, range.group),
    queryFn: ({ signal }) =>
      call('leaderboards.statistics', { query: toGroupQuery(range), signal }),
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
export const valueSharesQuery = (range: GroupRange) =>
  queryOptions({
    ...queryDefaults,
    queryKey: queryKey('dashboard', 'values', range.from, range.to, range.group),
    queryFn: ({ signal }) => call('leaderboards.values', { query: toGroupQuery(range), signal }),
  })
export const valueTrendsQuery = (range: GroupRange) =>
  queryOptions({
    ...queryDefaults,
    queryKey: queryKey('dashboard', 'value_trends', range.from, range.to, range.group),
    queryFn: ({ signal }) =>
      call('leaderboards.value_trends', { query: toGroupQuery(range), signal }),
  })
export const leadersQuery = (range: GroupRange, direction: 'received' | 'given') =>
  queryOptions({
    ...queryDefaults,
    queryKey: queryKey('dashboard', 'leaders', range.from, range.to, range.group, direction),
    queryFn: ({ signal }) =>
      call('leaderboards.list', {
        query: { ...toGroupQuery(range), direction, limit: limits.relations },
        signal,
      }),
  })
/** The people of one group. Another group starts without the data of the former one. */
export const groupQuery = (range: DateRange, id: string) =>
  queryOptions({
    staleTime: queryDefaults.staleTime,
    queryKey: queryKey('dashboard', 'group', range.from, range.to, id),
    queryFn: ({ signal }) =>
      call('leaderboards.group', { params: { id }, query: toRangeQuery(range), signal }),
  })
export const topicsQuery = (range: DateRange, language: Language | undefined) =>
  queryOptions({
    ...queryDefaults,
    queryKey: queryKey('dashboard', 'topics', range.from, range.to, language),
    queryFn: ({ signal }) =>
      call('leaderboards.common_topics', {
        query: { ...toRangeQuery(range), language, limit: 30 },
        signal,
      }),
  })
/** The first people without recognition: as many as the tile shows. */
export const unthankedUsersQuery = (range: GroupRange) =>
  queryOptions({
    ...queryDefaults,
    queryKey: queryKey('dashboard', 'unthanked', range.from, range.to, range.group),
    queryFn: ({ signal }) =>
      call('leaderboards.unthanked', {
        query: { ...toGroupQuery(range), limit: unthankedTileCount },
        signal,
      }),
  })
/** All people without recognition, page by page. */
export const allUnthankedUsersQuery = (range: GroupRange) =>
  infiniteQueryOptions({
    staleTime: queryDefaults.staleTime,
    queryKey: queryKey('dashboard', 'all_unthanked', range.from, range.to, range.group),
    queryFn: ({ signal, pageParam }) =>
      call('leaderboards.unthanked', {
        query: { ...toGroupQuery(range), limit: unthankedPageRows, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((count, { items }) => count + items.length, 0)
      return last.items.length && loaded < last.total ? loaded : undefined
    },
  })
