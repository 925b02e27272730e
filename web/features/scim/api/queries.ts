import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { ScimSettings } from '#contract/schemas/scim.ts'
import type { ScimOutcome } from '#contract/scim.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

export type { ScimGroup, ScimSettings } from '#contract/schemas/scim.ts'

export const scimSettingsQuery = queryOptions({
  queryKey: queryKey('scim', 'settings'),
  queryFn: ({ signal }) => call('scim.get', { signal }),
})
export const scimGroupsQuery = infiniteQueryOptions({
  queryKey: queryKey('scim', 'groups'),
  queryFn: ({ pageParam, signal }) =>
    call('scim.groups', { query: { cursor: pageParam, limit: 50 }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.next_cursor ?? undefined,
})
export const scimActivityQuery = (outcome: ScimOutcome | undefined) =>
  infiniteQueryOptions({
    queryKey: queryKey('scim', 'activity', outcome ?? ''),
    queryFn: ({ pageParam, signal }) =>
      call('scim.activity', { query: { cursor: pageParam, limit: 20, outcome }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })

type Callbacks = { onSuccess?: () => void; onError?: (error: unknown) => void }

/** Returns what puts changed settings into the cache. */
function useSettingsCaching() {
  const client = useQueryClient()
  return (settings: ScimSettings) => client.setQueryData(scimSettingsQuery.queryKey, settings)
}

export const useUpdateScim = (callbacks: Callbacks) =>
  useCall('scim.update', {
    provesPresence: true,
    updateCache: useSettingsCaching(),
    input: (body: BodyInputOf<'scim.update'>) => ({ body }),
    ...callbacks,
  })
export const useResumeScim = (callbacks: Callbacks) =>
  useCall('scim.resume', {
    provesPresence: true,
    updateCache: useSettingsCaching(),
    ...callbacks,
  })
/** Creates a token; `onSuccess` gets it, the only time that it is shown. */
export const useCreateScimToken = (callbacks: {
  onSuccess: (token: string) => void
  onError: (error: unknown) => void
}) =>
  useCall('scim.create_token', {
    provesPresence: true,
    input: (name: string) => ({ body: { name } }),
    onSuccess: ({ token }) => callbacks.onSuccess(token),
    onError: callbacks.onError,
  })
export const useRevokeScimToken = (callbacks: Callbacks) =>
  useCall('scim.revoke_token', {
    provesPresence: true,
    input: (id: string) => ({ params: { id } }),
    ...callbacks,
  })
export const useMapScimGroup = (callbacks: Callbacks) =>
  useCall('scim.map_group', {
    provesPresence: true,
    input: ({ id, ...body }: { id: string } & BodyInputOf<'scim.map_group'>) => ({
      params: { id },
      body,
    }),
    ...callbacks,
  })
