import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Language } from '#contract/common.ts'
import { limits } from '#contract/limits.ts'
import { call } from '#web/lib/client.ts'

type Days = { from: string; to: string }
// Figures of many days: asking again at each look would tell nothing new.
const calm = { staleTime: 60_000, placeholderData: keepPreviousData } as const
const key = (name: string, { from, to }: Days, ...rest: unknown[]) => [
  'dashboard',
  name,
  from,
  to,
  ...rest,
]
const days = ({ from, to }: Days) => ({ from, to })

export const statisticsQuery = (range: Days) =>
  queryOptions({
    ...calm,
    queryKey: key('statistics', range),
    queryFn: ({ signal }) => call('leaderboards.statistics', { query: days(range), signal }),
  })
export const valuesQuery = (range: Days) =>
  queryOptions({
    ...calm,
    queryKey: key('values', range),
    queryFn: ({ signal }) => call('leaderboards.values', { query: days(range), signal }),
  })
export const leadersQuery = (range: Days, direction: 'received' | 'given') =>
  queryOptions({
    ...calm,
    queryKey: key('leaders', range, direction),
    queryFn: ({ signal }) =>
      call('leaderboards.list', {
        query: { ...days(range), direction, limit: limits.relations },
        signal,
      }),
  })
export const orgQuery = (range: Days) =>
  queryOptions({
    ...calm,
    queryKey: key('org_chart', range),
    queryFn: ({ signal }) => call('leaderboards.org_chart', { query: days(range), signal }),
  })
export const topicsQuery = (range: Days, language: Language | undefined) =>
  queryOptions({
    ...calm,
    queryKey: key('topics', range, language),
    queryFn: ({ signal }) =>
      call('leaderboards.common_topics', {
        query: { ...days(range), language, limit: 30 },
        signal,
      }),
  })
export const unthankedQuery = (range: Days) =>
  queryOptions({
    ...calm,
    queryKey: key('unthanked', range),
    queryFn: ({ signal }) => call('leaderboards.unthanked', { query: days(range), signal }),
  })
