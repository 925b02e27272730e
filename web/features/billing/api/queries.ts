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
 * What comes next: of the subscription, of a change to a plan, or of a first order. A figure that
 * is on screen stays until the next one is there.
 */
export const upcomingInvoiceQuery = (asked: { plan?: Plan; promo?: string } = {}) =>
  queryOptions({
    queryKey: ['billing', 'upcoming', asked],
    queryFn: ({ signal }) => call('billing.upcoming', { query: asked, signal }),
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

/** A subscription that goes on, however well it is paid. */
export const isRunning = ({ status }: Pick<Subscription, 'status'>) =>
  status === 'trialing' || status === 'active' || status === 'past_due'

/**
 * A page of the provider leads back here, with what became of it; `next` is where somebody was
 * before they had to pay.
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
 * One key for one attempt at an act, however often it is sent; what was done or refused begins
 * anew.
 */
export function useActionKey(act: string): { key: string; settled: (error: unknown) => void } {
  const make = () => ({ act, key: crypto.randomUUID() })
  const [kept, setKept] = useState(make)
  const now = kept.act === act ? kept : make()
  if (now !== kept) setKept(now)
  return {
    key: now.key,
    settled: (error) => {
      if (!(error instanceof ApiCallError) || (error.status >= 400 && error.status < 500))
        setKept(make())
    },
  }
}

/**
 * After something about the billing has changed: every page of it, and who may come in, are asked
 * anew.
 */
export function useInvalidateBilling(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    for (const queryKey of [['billing'], ['config']]) void client.invalidateQueries({ queryKey })
  }, [client])
}

/** An act on the subscription; `done` gets what has become of it. */
function useSubscriptionAction(
  act: string,
  send: (key: string) => Promise<Subscription>,
  done: (subscription: Subscription) => void,
  onError?: (error: unknown) => void,
) {
  const client = useQueryClient()
  const changed = useInvalidateBilling()
  const { key, settled } = useActionKey(act)
  return useMutation({
    mutationFn: () => send(key),
    onSuccess: (subscription) => {
      client.setQueryData(subscriptionQuery.queryKey, subscription)
      changed()
      done(subscription)
    },
    onSettled: (_, error) => settled(error),
    ...(onError ? { onError } : {}),
  })
}
type OnDone = (subscription: Subscription) => void
type OnFailed = (error: unknown) => void
export const useChangePlan = (plan: Plan, done: OnDone) =>
  useSubscriptionAction(
    `plan ${plan}`,
    (key) => call('billing.change_plan', { body: { plan }, key }),
    done,
  )
export const useCancelSubscription = (
  body: BodyInputOf<'billing.cancel'>,
  done: OnDone,
  failed: OnFailed,
) =>
  useSubscriptionAction(
    JSON.stringify(body),
    (key) => call('billing.cancel', { body, key }),
    done,
    failed,
  )
export const useResumeSubscription = (done: OnDone, failed: OnFailed) =>
  useSubscriptionAction('resume', (key) => call('billing.resume', { key }), done, failed)
