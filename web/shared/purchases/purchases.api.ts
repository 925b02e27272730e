import {
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Purchase } from '#contract/schemas/rewards.ts'
import type { QueryInputOf } from '#contract/routes/index.ts'
import { call } from '#web/lib/client.ts'

export type PurchaseFilter = Pick<
  QueryInputOf<'rewards.purchases'>,
  'status' | 'type' | 'reward_type'
>
const pendingOrderPollMs = 3_000
/** Purchases, pending first: the reader's own, or the team's for reward managers. */
export function usePurchases(scope: 'own' | 'team', filter: PurchaseFilter = {}, enabled = true) {
  return useInfiniteQuery({
    enabled,
    queryKey: ['purchases', scope, filter],
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
        page.items.some((one) => one.type === 'automatic' && one.status === 'pending'),
      )
        ? pendingOrderPollMs
        : false,
  })
}

/** Refetches the shop, the lists and the balance after a change of a purchase. */
function invalidatePurchaseQueries(client: QueryClient) {
  for (const key of ['shop', 'purchases', 'rewards', 'config', 'coins', 'profile'])
    void client.invalidateQueries({ queryKey: [key] })
}
type MutationCallbacks = {
  onSuccess: (purchase: Purchase) => void
  onError: (error: unknown) => void
}
function usePurchaseMutation<Input>(
  change: (input: Input) => Promise<Purchase>,
  { onSuccess, onError }: MutationCallbacks,
) {
  const client = useQueryClient()
  // A refusal also refetches: the screen was out of date.
  return useMutation({
    mutationFn: change,
    onSuccess,
    onError,
    onSettled: () => invalidatePurchaseQueries(client),
  })
}

type RedeemInput = {
  id: string
  comment: string
  price: number
  amount?: number
  purchase_id?: string
  key: string
}
export const useRedeem = (after: MutationCallbacks) =>
  usePurchaseMutation(
    ({ id, key, ...body }: RedeemInput) => call('shop.redeem', { params: { id }, body, key }),
    after,
  )

export type DecisionKind = 'cancel' | 'withdraw' | 'fulfil' | 'force' | 'decline'
/** Returns the mutation of a decision: the buyer's own, or an administrator's. */
export const useDecidePurchase = (kind: DecisionKind, after: MutationCallbacks) =>
  usePurchaseMutation(({ id, key, reason }: { id: string; key: string; reason: string }) => {
    if (kind === 'cancel' || kind === 'withdraw')
      return call('shop.cancel', { params: { id }, key })
    if (kind === 'decline')
      return call('rewards.decline', { params: { id }, body: { reason }, key })
    return call('rewards.fulfil', { params: { id }, body: { force: kind === 'force' }, key })
  }, after)

export const useChangeDeliveryAddress = (after: MutationCallbacks) =>
  usePurchaseMutation(
    ({ id, email }: { id: string; email: string }) =>
      call('shop.readdress', { params: { id }, body: { email } }),
    after,
  )
