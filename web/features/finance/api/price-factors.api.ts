import { queryOptions } from '@tanstack/react-query'
import type { PriceFactor } from '#contract/schemas/price-factors.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'
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

/** Replaces the whole table. */
export const useReplaceFactors = (callbacks: Callbacks) =>
  useCall('price_factors.replace', {
    input: (factors: Factor[]) => ({
      body: { factors: factors.map(({ country, factor }) => ({ country, factor })) },
    }),
    ...callbacks,
  })

/** Replaces the whole table by an uploaded one. */
export const useImportFactors = (callbacks: Callbacks) =>
  useCall('price_factors.import', { input: (file: File) => ({ file }), ...callbacks })
