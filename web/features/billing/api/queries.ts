import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Plan } from '#contract/prices.ts'
import type { BodyInputOf, OutputOf } from '#contract/routes/index.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'
import { call } from '#web/lib/client.ts'
import { useActionKey } from '#web/shared/billing/use-action-key.ts'

export type Subscription = OutputOf<'billing.subscription'>
export type BillingDetails = OutputOf<'billing.details'>

export const subscriptionQuery = queryOptions({
  queryKey: queryKey('billing', 'subscription'),
  queryFn: ({ signal }) => call('billing.subscription', { signal }),
})
export const cardQuery = queryOptions({
  queryKey: queryKey('billing', 'card'),
  queryFn: ({ signal }) => call('billing.payment_method', { signal }),
})
export const billingDetailsQuery = queryOptions({
  queryKey: queryKey('billing', 'details'),
  queryFn: ({ signal }) => call('billing.details', { signal }),
})
/**
 * The upcoming invoice of the subscription, of a plan change or of a first order. The previous
 * figure stays on screen while the next loads.
 */
export const upcomingInvoiceQuery = (order: { plan?: Plan; promo?: string } = {}) =>
  queryOptions({
    queryKey: queryKey('billing', 'upcoming', order),
    queryFn: ({ signal }) => call('billing.upcoming', { query: order, signal }),
    placeholderData: keepPreviousData,
  })
export const invoicesQuery = infiniteQueryOptions({
  queryKey: queryKey('billing', 'invoices'),
  queryFn: ({ pageParam, signal }) =>
    call('billing.invoices', { query: { cursor: pageParam, limit: 12 }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.next_cursor ?? undefined,
})
export const receiptsQuery = infiniteQueryOptions({
  queryKey: queryKey('billing', 'receipts'),
  queryFn: ({ pageParam, signal }) =>
    call('billing.receipts', { query: { starting_after: pageParam, limit: 12 }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => (last.has_more ? last.items.at(-1)?.id : undefined),
})

/** Returns whether the subscription continues, paid or overdue. */
export const isRunning = ({ status }: Pick<Subscription, 'status'>) =>
  status === 'trialing' || status === 'active' || status === 'past_due'

/**
 * Returns the address to which the provider's page returns with its outcome. `next` is the page
 * before the payment wall.
 */
export function billingCallbackUrl(
  path: '/settings/billing/overview' | '/settings/billing/payment_method',
  next?: string,
): string {
  const url = new URL(path, location.origin)
  if (next) url.searchParams.set('next', next)
  return url.toString()
}

/**
 * Returns a function that refetches all billing queries and the config, which holds the access
 * state, after a change on the provider's side.
 */
export function useRefetchBilling(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    for (const group of ['billing', 'config'] as const)
      void client.invalidateQueries({ queryKey: queryKey(group) })
  }, [client])
}

type OnDone = (subscription: Subscription) => void
type OnFailed = (error: unknown) => void
/** Returns what every change of the subscription has in common. Its answer is the subscription. */
function useSubscriptionChange(action: string, onDone: OnDone, onFailed?: OnFailed) {
  const client = useQueryClient()
  const { key, releaseKey } = useActionKey(action)
  return {
    key,
    callbacks: {
      updateCache: (subscription: Subscription) =>
        client.setQueryData(subscriptionQuery.queryKey, subscription),
      onSuccess: onDone,
      onSettled: (_: unknown, error: unknown) => releaseKey(error),
      ...(onFailed ? { onError: onFailed } : {}),
    },
  }
}
export function useChangePlan(plan: Plan, onDone: OnDone) {
  const { key, callbacks } = useSubscriptionChange(`plan ${plan}`, onDone)
  return useCall('billing.change_plan', { input: () => ({ body: { plan }, key }), ...callbacks })
}
export function useCancelSubscription(
  body: BodyInputOf<'billing.cancel'>,
  onDone: OnDone,
  onFailed: OnFailed,
) {
  const { key, callbacks } = useSubscriptionChange(JSON.stringify(body), onDone, onFailed)
  return useCall('billing.cancel', { input: () => ({ body, key }), ...callbacks })
}
export function useResumeSubscription(onDone: OnDone, onFailed: OnFailed) {
  const { key, callbacks } = useSubscriptionChange('resume', onDone, onFailed)
  return useCall('billing.resume', { input: () => ({ key }), ...callbacks })
}
