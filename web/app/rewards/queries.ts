import { type QueryClient, queryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryInputOf } from '#contract/routes.ts'
import { call } from '#web/lib/client.ts'

/** Where gift cards can be had. Where they are switched off there is no such call: that is an answer, not worth a second try. */
export const countriesQuery = queryOptions({ queryKey: ['giftcards', 'countries'], queryFn: ({ signal }) => call('rewards.countries', { signal }), staleTime: 3_600_000, retry: false })

export type PurchaseFilter = Pick<QueryInputOf<'rewards.purchases'>, 'status' | 'type' | 'reward_type'>
/** Purchases, pending first: one's own, or for those who manage rewards the team's. */
export function usePurchases(whose: 'own' | 'team', filter: PurchaseFilter = {}) {
  return useInfiniteQuery({
    queryKey: ['purchases', whose, filter],
    queryFn: ({ pageParam, signal }) => call(whose === 'own' ? 'shop.purchases' : 'rewards.purchases', { query: { ...filter, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined, getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
}

/** After a purchase has changed: the shop, the lists and the balance are asked anew. */
function purchaseChanged(client: QueryClient) {
  for (const key of ['shop', 'purchases', 'config', 'coins', 'profile']) void client.invalidateQueries({ queryKey: [key] })
}
export function usePurchaseChange<Input>(change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient()
  // Refused too: what is on screen was out of date.
  return useMutation({ mutationFn: change, onSettled: () => purchaseChanged(client) })
}
export const useCancel = () => usePurchaseChange((input: { id: string; key: string }) => call('shop.cancel', { params: { id: input.id }, key: input.key }))
export const useFulfil = () => usePurchaseChange((input: { id: string; key: string }) => call('rewards.fulfil', { params: { id: input.id }, body: {}, key: input.key }))
export const useDecline = () => usePurchaseChange((input: { id: string; reason: string; key: string }) =>
  call('rewards.decline', { params: { id: input.id }, body: { reason: input.reason }, key: input.key }))
