import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { WorthPolicy } from '#contract/schemas/point-worths.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { callAndInvalidate, useCall } from '#web/shared/use-call.ts'

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

/**
 * Sets whether members see the worth, or whether a lower one is announced. The API sets both, so the
 * policy is read again first, and a switch that somebody else has turned since then stays.
 */
export function useSetWorthPolicy(callbacks: { onError: (error: unknown) => void }) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: Partial<WorthPolicy>) => {
      const policy = await client.fetchQuery({ ...worthPolicyQuery, staleTime: 0 })
      const stored = await callAndInvalidate(client, 'point_worths.set_policy', {
        body: { ...policy, ...change },
      })
      client.setQueryData(worthPolicyQuery.queryKey, stored)
    },
    ...callbacks,
  })
}

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
