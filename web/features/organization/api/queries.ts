import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { OutputOf, QueryInputOf } from '#contract/routes/index.ts'
import type { Away } from '#contract/schemas/organization-record.ts'
import { call } from '#web/lib/client.ts'
import { useCall } from '#web/shared/use-call.ts'
import { queryKey } from '#web/shared/query-keys.ts'

export type TeamFilter = Pick<QueryInputOf<'organization.team'>, 'scope' | 'unthanked'>
export type TeamScope = NonNullable<TeamFilter['scope']>
const pageSize = 50

/** The reader's team by name, page by page. */
export const useTeam = (filter: TeamFilter) =>
  useInfiniteQuery({
    queryKey: queryKey('organization', 'team', filter),
    queryFn: ({ pageParam, signal }) =>
      call('organization.team', {
        query: { ...filter, limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })

/** The coming dates of the reader's team, and the values of its thanks. */
export const useTeamSummary = (scope: TeamScope) =>
  useQuery({
    queryKey: queryKey('organization', 'team_summary', scope),
    queryFn: ({ signal }) => call('organization.team_summary', { query: { scope }, signal }),
  })

/** A person with managers and reports, page by page; null for the top of the organization. */
export const useChart = (userId: string | null) =>
  useInfiniteQuery({
    queryKey: queryKey('organization', 'chart', userId),
    queryFn: ({ pageParam, signal }) =>
      call('organization.chart', {
        query: {
          ...(userId === null ? {} : { user_id: userId }),
          limit: pageSize,
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.reports.next_cursor ?? undefined,
  })

/** Whom a new person of the reader's team meets first. */
export const introductionsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKey('organization', 'introductions', id),
    queryFn: ({ signal }) => call('organization.introductions', { params: { id }, signal }),
  })
export const useIntroduce = (
  id: string,
  callbacks: { onSuccess: () => void; onError: (error: unknown) => void },
) =>
  useCall('organization.introduce', {
    input: (userIds: string[]) => ({ params: { id }, body: { user_ids: userIds } }),
    ...callbacks,
  })

/** Changes the leave of a person of the reader's team; null removes it. */
export const useSetAway = (
  id: string,
  callbacks: {
    onSuccess: (saved: OutputOf<'organization.set_away'>) => void
    onError: (error: unknown) => void
  },
) =>
  useCall('organization.set_away', {
    input: (away: Away | null) => ({ params: { id }, body: { away } }),
    ...callbacks,
  })
