import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { GroupKind } from '#contract/schemas/organization-record.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/** Groups that a field offers; a search finds the others. */
const offeredGroups = 50

/** The first groups of a kind, or of all kinds, whose name contains a text. */
export function groupSearchQuery(kind: GroupKind | undefined, search: string) {
  const query = { ...(kind ? { kind } : {}), search, limit: offeredGroups }
  return queryOptions({
    queryKey: queryKey('groups', 'list', query),
    queryFn: ({ signal }) => call('groups.list', { query, signal }),
  })
}
/** Returns the groups of `groupSearchQuery`, and those of the last search until they are found. */
export const useGroupSearch = (kind: GroupKind | undefined, search: string, enabled: boolean) =>
  useQuery({
    ...groupSearchQuery(kind, search),
    placeholderData: keepPreviousData,
    enabled,
  })

/** Returns a group; nothing without an id. */
export const useGroup = (id: string | undefined) =>
  useQuery({
    queryKey: queryKey('groups', 'detail', id ?? ''),
    queryFn: ({ signal }) => call('groups.get', { params: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
  })
