import { type QueryClient, queryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/routes.ts'
import type { PurchaseStatus } from '#contract/rewards.ts'
import { call } from '#web/lib/client.ts'

export const shopQuery = queryOptions({ queryKey: ['shop', 'rewards'], queryFn: ({ signal }) => call('shop.list', { signal }) })
export const rewardsQuery = queryOptions({ queryKey: ['rewards'], queryFn: ({ signal }) => call('rewards.list', { signal }) })

/** Purchases, pending first: one's own, or for those who manage rewards the team's. */
export function usePurchases(whose: 'own' | 'team', status?: PurchaseStatus) {
  return useInfiniteQuery({
    queryKey: ['purchases', whose, status ?? 'all'],
    queryFn: ({ pageParam, signal }) => call(whose === 'own' ? 'shop.purchases' : 'rewards.purchases', { query: { cursor: pageParam, status }, signal }),
    initialPageParam: undefined as string | undefined, getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
}

/** After a purchase has changed: the shop, the lists and the balance are asked anew. */
function purchaseChanged(client: QueryClient) {
  for (const key of ['shop', 'purchases', 'config', 'coins', 'profile']) void client.invalidateQueries({ queryKey: [key] })
}
function usePurchaseChange<Input>(change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient()
  // Refused too: what is on screen was out of date.
  return useMutation({ mutationFn: change, onSettled: () => purchaseChanged(client) })
}
export const useRedeem = () => usePurchaseChange((input: { id: string; comment: string; price: number; key: string }) =>
  call('shop.redeem', { params: { id: input.id }, body: { comment: input.comment, price: input.price }, key: input.key }))
export const useCancel = () => usePurchaseChange((input: { id: string; key: string }) => call('shop.cancel', { params: { id: input.id }, key: input.key }))
export const useFulfil = () => usePurchaseChange((input: { id: string; key: string }) => call('rewards.fulfil', { params: { id: input.id }, body: {}, key: input.key }))
export const useDecline = () => usePurchaseChange((input: { id: string; reason: string; key: string }) =>
  call('rewards.decline', { params: { id: input.id }, body: { reason: input.reason }, key: input.key }))

export type RewardFields = BodyInputOf<'rewards.create'>
export function useSaveReward(id: string | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ fields, file, remove_picture }: { fields: RewardFields; file: File | null; remove_picture: boolean }) => id
      ? call('rewards.update', { params: { id }, body: { ...fields, ...(remove_picture ? { remove_picture } : {}) }, file })
      : call('rewards.create', { body: fields, file }),
    onSuccess: () => { for (const key of ['rewards', 'shop', 'config']) void client.invalidateQueries({ queryKey: [key] }) },
  })
}
export function useDeleteReward() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('rewards.delete', { params: { id } }),
    onSuccess: () => { for (const key of ['rewards', 'shop', 'config']) void client.invalidateQueries({ queryKey: [key] }) },
  })
}
