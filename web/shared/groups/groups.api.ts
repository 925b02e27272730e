import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { GroupKind } from '#contract/schemas/organization-record.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/** Groups that a field offers; a search finds the others. */
const offeredGroups = 50

/** Returns the first groups of a kind, or of all kinds, whose name contains a text. */
export function useGroupSearch(kind: GroupKind | undefined, search: string, enabled: boolean) {
  const query = { ...(kind ? { kind } : {}), search, limit: offeredGroups }
  return useQuery({
    queryKey: queryKey('groups', 'list', query),
    queryFn: ({ signal }) => call('groups.list', { query, signal }),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** Returns a group; nothing without an id. */
export const useGroup = (id: string | undefined) =>
  useQuery({
    queryKey: queryKey('groups', 'detail', id ?? ''),
    queryFn: ({ signal }) => call('groups.get', { params: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
  })
