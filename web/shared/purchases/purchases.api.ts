import { useInfiniteQuery } from '@tanstack/react-query'
import { useCall } from '#web/shared/use-call.ts'
import type { Purchase } from '#contract/schemas/rewards.ts'
import type { QueryInputOf } from '#contract/routes/index.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

export type PurchaseFilter = Pick<QueryInputOf<'shop.purchases'>, 'status' | 'type' | 'reward_type'>
const pendingOrderPollMs = 3_000
/** The reader's own purchases, pending first. */
export function useOwnPurchases(filter: PurchaseFilter = {}, enabled = true) {
  return useInfiniteQuery({
    enabled,
    queryKey: queryKey('purchases', 'own', filter),
    queryFn: ({ pageParam, signal }) =>
      call('shop.purchases', { query: { ...filter, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    // A gift card arrives within seconds of its order.
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) =>
        page.items.some(({ type, status }) => type === 'automatic' && status === 'pending'),
      )
        ? pendingOrderPollMs
        : false,
  })
}

type MutationCallbacks = {
  onSuccess: (purchase: Purchase) => void
  onError: (error: unknown) => void
}
// A refusal also refetches: the screen was out of date.
const refetchesOnError = () => true

type RedeemInput = {
  id: string
  comment: string
  price: number
  amount?: number
  purchase_id?: string
  key: string
}
export const useRedeem = (callbacks: MutationCallbacks) =>
  useCall('shop.redeem', {
    input: ({ id, key, ...body }: RedeemInput) => ({ params: { id }, body, key }),
    refetchesOnError,
    ...callbacks,
  })

export type DecisionKind = 'cancel' | 'withdraw' | 'force'
const decisionRoutes = {
  cancel: 'shop.cancel',
  withdraw: 'shop.cancel',
  force: 'rewards.fulfil',
} as const
/** Returns the mutation of a buyer's decision, or of buying an underfunded team reward. */
export const useDecidePurchase = (kind: DecisionKind, callbacks: MutationCallbacks) =>
  useCall(decisionRoutes[kind], {
    input: ({ id, key }: { id: string; key: string }) => ({
      params: { id },
      key,
      ...(kind === 'force' ? { body: { force: true } } : {}),
    }),
    refetchesOnError,
    ...callbacks,
  })

export const useChangeDeliveryAddress = (callbacks: MutationCallbacks) =>
  useCall('shop.readdress', {
    input: ({ id, email }: { id: string; email: string }) => ({ params: { id }, body: { email } }),
    refetchesOnError,
    ...callbacks,
  })
