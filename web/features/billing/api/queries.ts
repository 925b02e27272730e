import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { Plan } from '#contract/schemas/billing.ts'
import type { BodyInputOf, OutputOf } from '#contract/routes/index.ts'
import { ApiCallError, call } from '#web/lib/client.ts'

export type Subscription = OutputOf<'billing.subscription'>
export type BillingDetails = OutputOf<'billing.details'>

export const subscriptionQuery = queryOptions({
  queryKey: ['billing', 'subscription'],
  queryFn: ({ signal }) => call('billing.subscription', { signal }),
})
export const cardQuery = queryOptions({
  queryKey: ['billing', 'card'],
  queryFn: ({ signal }) => call('billing.payment_method', { signal }),
})
export const billingDetailsQuery = queryOptions({
  queryKey: ['billing', 'details'],
  queryFn: ({ signal }) => call('billing.details', { signal }),
})
/**
 * The upcoming invoice of the subscription, of a plan change or of a first order. The previous
 * figure stays on screen while the next loads.
 */
export const upcomingInvoiceQuery = (order: { plan?: Plan; promo?: string } = {}) =>
  queryOptions({
    queryKey: ['billing', 'upcoming', order],
    queryFn: ({ signal }) => call('billing.upcoming', { query: order, signal }),
    placeholderData: keepPreviousData,
  })
export const invoicesQuery = infiniteQueryOptions({
  queryKey: ['billing', 'invoices'],
  queryFn: ({ pageParam, signal }) =>
    call('billing.invoices', { query: { cursor: pageParam, limit: 12 }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.next_cursor ?? undefined,
})
export const receiptsQuery = infiniteQueryOptions({
  queryKey: ['billing', 'receipts'],
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
export function callbackUrl(
  path: '/settings/billing/overview' | '/settings/billing/payment_method',
  next?: string,
): string {
  const url = new URL(path, location.origin)
  if (next) url.searchParams.set('next', next)
  return url.toString()
}

/**
 * Returns an idempotency key that stays the same for retries of an action. A completed or refused
 * attempt gets a new key.
 */
export function useActionKey(action: string): {
  key: string
  releaseKey: (error: unknown) => void
} {
  const createAttempt = () => ({ action, key: crypto.randomUUID() })
  const [attempt, setAttempt] = useState(createAttempt)
  const current = attempt.action === action ? attempt : createAttempt()
  if (current !== attempt) setAttempt(current)
  return {
    key: current.key,
    releaseKey: (error) => {
      if (!(error instanceof ApiCallError) || (error.status >= 400 && error.status < 500))
        setAttempt(createAttempt())
    },
  }
}

/**
 * Returns a function that invalidates all billing queries and the config, which holds the access
 * state.
 */
export function useInvalidateBilling(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    for (const queryKey of [['billing'], ['config']]) void client.invalidateQueries({ queryKey })
  }, [client])
}

/** A mutation of the subscription; `done` receives the new subscription. */
function useSubscriptionAction(
  action: string,
  send: (key: string) => Promise<Subscription>,
  onDone: (subscription: Subscription) => void,
  onError?: (error: unknown) => void,
) {
  const client = useQueryClient()
  const invalidateBilling = useInvalidateBilling()
  const { key, releaseKey } = useActionKey(action)
  return useMutation({
    mutationFn: () => send(key),
    onSuccess: (subscription) => {
      client.setQueryData(subscriptionQuery.queryKey, subscription)
      invalidateBilling()
      onDone(subscription)
    },
    onSettled: (_, error) => releaseKey(error),
    ...(onError ? { onError } : {}),
  })
}
type OnDone = (subscription: Subscription) => void
type OnFailed = (error: unknown) => void
export const useChangePlan = (plan: Plan, onDone: OnDone) =>
  useSubscriptionAction(
    `plan ${plan}`,
    (key) => call('billing.change_plan', { body: { plan }, key }),
    onDone,
  )
export const useCancelSubscription = (
  body: BodyInputOf<'billing.cancel'>,
  onDone: OnDone,
  onFailed: OnFailed,
) =>
  useSubscriptionAction(
    JSON.stringify(body),
    (key) => call('billing.cancel', { body, key }),
    onDone,
    onFailed,
  )
export const useResumeSubscription = (onDone: OnDone, onFailed: OnFailed) =>
  useSubscriptionAction('resume', (key) => call('billing.resume', { key }), onDone, onFailed)
