import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { LeaverAction } from '#contract/schemas/leavers.ts'
import { call, fetchResponse } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

type Callbacks = { onSuccess?: () => void; onError: (error: unknown) => void }

export const policyQuery = queryOptions({
  queryKey: queryKey('leavers', 'policy'),
  queryFn: ({ signal }) => call('leavers.policy', { signal }),
})
export const useSetPolicy = (callbacks: Callbacks) =>
  useCall('leavers.set_policy', {
    input: (body: BodyInputOf<'leavers.set_policy'>) => ({ body }),
    ...callbacks,
  })

export const leaversQuery = infiniteQueryOptions({
  queryKey: queryKey('leavers', 'list'),
  queryFn: ({ pageParam, signal }) =>
    call('leavers.list', { query: pageParam ? { cursor: pageParam } : {}, signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next_cursor,
})
export const useChangeLeaver = (callbacks: Callbacks) =>
  useCall('leavers.change', {
    input: ({ id, action, key }: { id: string; action: LeaverAction; key: string }) => ({
      params: { id },
      body: { action },
      key,
    }),
    refetchesOnError: () => true,
    ...callbacks,
  })

/** The page of a leaver's link. */
export const leaverAccountQuery = (token: string) =>
  queryOptions({
    queryKey: queryKey('leavers', 'account', token),
    queryFn: () => call('leavers.open', { body: { token } }),
    retry: false,
  })
export const useRedeemAsLeaver = (callbacks: Callbacks) =>
  useCall('leavers.redeem', {
    input: ({ key, ...body }: BodyInputOf<'leavers.redeem'> & { key: string }) => ({ body, key }),
    waitsFor: ['leavers'],
    refetchesOnError: () => true,
    ...callbacks,
  })

/** The badges of a leaver's link. Redeeming does not load this group again. */
export const badgesQuery = (token: string) =>
  queryOptions({
    queryKey: queryKey('values', 'badges', token),
    queryFn: () => call('leavers.badges', { body: { token } }),
    retry: false,
  })
/** The SVG of a badge. Each call signs another credential, so it is loaded once. */
export const badgeFileQuery = (token: string, valueId: string) =>
  queryOptions({
    queryKey: queryKey('values', 'badge', token, valueId),
    queryFn: async () =>
      (await fetchResponse('leavers.badge_file', { body: { token, value_id: valueId } })).text(),
    staleTime: Infinity,
    retry: false,
  })
