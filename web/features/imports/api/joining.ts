import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { JoinLinkInput, JoinSettings } from '#contract/schemas/joining.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

export const joinSettingsQuery = queryOptions({
  queryKey: queryKey('joining', 'settings'),
  queryFn: ({ signal }) => call('joining.get', { signal }),
})

/** Returns the options of every change: its answer replaces the cached settings. */
function useCacheSettings() {
  const client = useQueryClient()
  return {
    updateCache: (settings: JoinSettings) =>
      client.setQueryData(joinSettingsQuery.queryKey, settings),
    except: ['joining'] as const,
  }
}

export const useCreateJoinLink = (onCreated: () => void, onError: (error: unknown) => void) =>
  useCall('joining.create_link', {
    ...useCacheSettings(),
    input: (body: JoinLinkInput) => ({ body }),
    onSuccess: onCreated,
    onError,
  })

export const useRevokeJoinLink = (onRevoked: () => void, onError: (error: unknown) => void) =>
  useCall('joining.revoke_link', {
    ...useCacheSettings(),
    onSuccess: onRevoked,
    onError,
  })

type DomainInput = BodyInputOf<'joining.set_domain'>

/** Turns a domain on or off. */
export const useSetJoinDomain = (
  onSet: (input: DomainInput) => void,
  onError: (error: unknown) => void,
) =>
  useCall('joining.set_domain', {
    ...useCacheSettings(),
    provesPresence: true,
    input: (body: DomainInput) => ({ body }),
    onSuccess: (_, input) => onSet(input),
    onError,
  })

export const useSendDomainCode = (
  onSent: (proof: { email: string; sig: string }) => void,
  onError: (error: unknown) => void,
) =>
  useCall('joining.send_code', {
    provesPresence: true,
    input: (email: string) => ({ body: { email } }),
    onSuccess: ({ sig }, email) => onSent({ email, sig }),
    onError,
  })
