import { queryOptions } from '@tanstack/react-query'
import type { WorthPolicy } from '#contract/schemas/point-worths.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

export const useDeleteWorth = (callbacks: {
  onSuccess: () => void
  onError: (error: unknown) => void
}) =>
  useCall('point_worths.delete', {
    input: (id: string) => ({ params: { id } }),
    refetchesOnError: () => true,
    ...callbacks,
  })

export const worthPolicyQuery = queryOptions({
  queryKey: queryKey('point_worths', 'policy'),
  queryFn: ({ signal }) => call('point_worths.policy', { signal }),
})

/** Sets whether members see the worth, and whether a lower one is announced. */
export const useSetWorthPolicy = (callbacks: { onError: (error: unknown) => void }) =>
  useCall('point_worths.set_policy', {
    input: (body: WorthPolicy) => ({ body }),
    waitsFor: ['point_worths'],
    ...callbacks,
  })

export const pointExpiryQuery = queryOptions({
  queryKey: queryKey('point_expiry'),
  queryFn: ({ signal }) => call('point_expiry.get', { signal }),
})

/** Sets after how many months points expire; null: never. */
export const useSetExpiry = (callbacks: {
  onSuccess: () => void
  onError: (error: unknown) => void
}) =>
  useCall('point_expiry.set', {
    input: (months: number | null) => ({ body: { months } }),
    waitsFor: ['point_expiry'],
    ...callbacks,
  })
