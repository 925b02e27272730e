import { useInfiniteQuery } from '@tanstack/react-query'
import { useCall } from '#web/shared/use-call.ts'
import type { Purchase } from '#contract/schemas/rewards.ts'
import type { QueryInputOf } from '#contract/routes/index.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

export type PurchaseFilter = Pick<
  QueryInputOf<'rewards.purchases'>,
  'status' | 'type' | 'reward_type'
>
const pendingOrderPollMs = 3_000
/** Purchases, pending first: the reader's own, or the team's for reward managers. */
export function usePurchases(scope: 'own' | 'team', filter: PurchaseFilter = {}, enabled = true) {
  return useInfiniteQuery({
    enabled,
    queryKey: queryKey('purchases', scope, filter),
    queryFn: ({ pageParam, signal }) =>
      call(scope === 'own' ? 'shop.purchases' : 'rewards.purchases', {
        query: { ...filter, cursor: pageParam },
        signal,
      }),
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

export type DecisionKind = 'cancel' | 'withdraw' | 'fulfil' | 'force' | 'decline'
const decisionRoutes = {
  cancel: 'shop.cancel',
  withdraw: 'shop.cancel',
  fulfil: 'rewards.fulfil',
  force: 'rewards.fulfil',
  decline: 'rewards.decline',
} as const
/** Returns the body of a decision: only a reward manager's have one. */
function decisionBody(kind: DecisionKind, reason: string) {
  if (kind === 'decline') return { body: { reason } }
  return kind === 'fulfil' || kind === 'force' ? { body: { force: kind === 'force' } } : {}
}
/** Returns the mutation of a decision: the buyer's own, or an administrator's. */
export const useDecidePurchase = (kind: DecisionKind, callbacks: MutationCallbacks) =>
  useCall(decisionRoutes[kind], {
    input: ({ id, key, reason }: { id: string; key: string; reason: string }) => ({
      params: { id },
      key,
      ...decisionBody(kind, reason),
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
