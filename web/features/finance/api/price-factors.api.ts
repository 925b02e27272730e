import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { PriceFactor } from '#contract/schemas/price-factors.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { callAndInvalidate, useCall } from '#web/shared/use-call.ts'
import { call } from '#web/lib/client.ts'

export const priceFactorsQuery = queryOptions({
  queryKey: queryKey('price_factors'),
  queryFn: ({ signal }) => call('price_factors.list', { signal }),
})

type Callbacks = {
  onSuccess: (factors: PriceFactor[]) => void
  onError: (error: unknown) => void
}
export type Factor = Pick<PriceFactor, 'country' | 'factor'>

/**
 * Changes the table, which the API replaces as a whole. The table is read again first, so that the
 * factors that somebody else has changed since then stay.
 */
export function useChangeFactors(callbacks: Callbacks) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (change: (factors: readonly Factor[]) => Factor[]) => {
      const factors = change(await client.fetchQuery({ ...priceFactorsQuery, staleTime: 0 }))
      return callAndInvalidate(client, 'price_factors.replace', {
        body: { factors: factors.map(({ country, factor }) => ({ country, factor })) },
      })
    },
    ...callbacks,
  })
}

/** Replaces the whole table by an uploaded one. */
export const useImportFactors = (callbacks: Callbacks) =>
  useCall('price_factors.import', { input: (file: File) => ({ file }), ...callbacks })
