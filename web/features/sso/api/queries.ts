import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { SsoSettings } from '#contract/schemas/sso.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

export type {
  SsoConnection,
  SsoConnectionInput,
  SsoPerson,
  SsoSettings,
} from '#contract/schemas/sso.ts'
export type SsoDomain = SsoSettings['domains'][number]

export const ssoSettingsQuery = queryOptions({
  queryKey: queryKey('sso', 'settings'),
  queryFn: ({ signal }) => call('sso.get', { signal }),
})

/** The people of a connection, all or those whom a search finds. */
export const connectionPeopleQuery = (id: string, search: string) =>
  infiniteQueryOptions({
    queryKey: queryKey('sso', 'people', id, search),
    queryFn: ({ pageParam, signal }) =>
      call('sso.people', {
        params: { id },
        query: { cursor: pageParam, ...(search ? { search } : {}) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })

type Callbacks<Variables = unknown> = {
  onSuccess?: (settings: SsoSettings, variables: Variables) => void
  onError?: (error: unknown) => void
}

/** Every change answers with all settings, and may require proof of presence. */
function useChangeOptions() {
  const client = useQueryClient()
  return {
    provesPresence: true,
    except: ['sso'] as const,
    updateCache: (settings: SsoSettings) =>
      client.setQueryData(ssoSettingsQuery.queryKey, settings),
  } as const
}

export const useUpdateRules = (callbacks: Callbacks) =>
  useCall('sso.update', {
    ...useChangeOptions(),
    input: (body: BodyInputOf<'sso.update'>) => ({ body }),
    ...callbacks,
  })
export const useAddDomain = (callbacks: Callbacks) =>
  useCall('sso.add_domain', {
    ...useChangeOptions(),
    input: (domain: string) => ({ body: { domain } }),
    ...callbacks,
  })
export const useVerifyDomain = (callbacks: Callbacks) =>
  useCall('sso.verify_domain', {
    ...useChangeOptions(),
    input: (id: string) => ({ params: { id } }),
    ...callbacks,
  })
export const useRemoveDomain = (callbacks: Callbacks) =>
  useCall('sso.remove_domain', {
    ...useChangeOptions(),
    input: (id: string) => ({ params: { id } }),
    ...callbacks,
  })
export const useCreateConnection = (callbacks: Callbacks) =>
  useCall('sso.create_connection', {
    ...useChangeOptions(),
    input: (body: BodyInputOf<'sso.create_connection'>) => ({ body }),
    ...callbacks,
  })
export const useUpdateConnection = (
  id: string,
  callbacks: Callbacks<BodyInputOf<'sso.update_connection'>>,
) =>
  useCall('sso.update_connection', {
    ...useChangeOptions(),
    input: (body: BodyInputOf<'sso.update_connection'>) => ({ params: { id }, body }),
    ...callbacks,
  })
export const useDeleteConnection = (id: string, callbacks: Callbacks) =>
  useCall('sso.delete_connection', {
    ...useChangeOptions(),
    input: () => ({ params: { id } }),
    ...callbacks,
  })
/** Disconnects a person from their account at the provider. Somebody else may have done so. */
export function useDisconnectPerson(id: string, callbacks: Callbacks<string>) {
  const client = useQueryClient()
  const { updateCache, ...options } = useChangeOptions()
  return useCall('sso.disconnect_person', {
    ...options,
    updateCache: (settings: SsoSettings) => {
      updateCache(settings)
      return client.invalidateQueries({ queryKey: queryKey('sso', 'people', id) })
    },
    refetchesOnError: () => true,
    input: (userId: string) => ({ params: { id, user_id: userId } }),
    ...callbacks,
  })
}
