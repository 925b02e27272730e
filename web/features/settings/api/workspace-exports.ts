import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

const pollMs = 2_000

/** The archives of the team. Polls while one is being built. */
export const workspaceExportsQuery = queryOptions({
  queryKey: queryKey('workspace_exports'),
  queryFn: ({ signal }) => call('workspace_exports.list', { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.some(({ state }) => state === 'in_progress') ? pollMs : false,
})
