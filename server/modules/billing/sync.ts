import { dayMs } from '#contract/durations.ts'
import type { BillingAccount, Customer } from '#server/adapters/billing/billing-provider.ts'
import { limits } from '#contract/limits.ts'
import { computeSeats } from '#contract/prices.ts'
import { removeActiveCard } from '#server/modules/cards/queries.ts'
import { saveCard } from '#server/modules/cards/save-card.ts'
import { holdLease, leaseUntil, waitForLease } from '#server/platform/background/lease.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { notifySubscriptionChange } from './notifications.ts'
import {
  endProviderLease,
  findActiveCustomerRef,
  findCustomer,
  findPaymentCard,
  removeSubscriptionCard,
  renewProviderLease,
  takeProviderLease,
  updateBalance,
  updateCustomer,
} from './queries.ts'
import {
  endSubscription,
  findSubscription,
  markSeatsPushed,
  saveSubscription,
} from './subscription-queries.ts'
import { countBilledUsers, findBillingState, updatePaidUntil } from './team-queries.ts'
import { completeCardSetups, completeOrderSetups, hasOpenSetup } from './setup-sessions.ts'

/** Returns the billing provider. Its routes are only mounted with billing. */
export function requireBilling({ billing }: Services) {
  return billing ?? throwRefusal('not_found')
}

/** Returns the customer at the provider and creates it if necessary. */
export async function findOrCreateCustomer(
  services: Services,
  workspaceId: string,
  at: Date,
): Promise<Customer> {
  const billing = requireBilling(services)
  const saved = await services.db.tenant(workspaceId, (trx) =>
    findCustomer(trx, workspaceId, billing.kind, at),
  )
  if (saved.ref !== null) return { workspace_id: workspaceId, ref: saved.ref }
  // Concurrent calls use the same idempotency key and get the same customer.
  const ref = await billing.upsertCustomer(null, { ...saved, workspace_id: workspaceId })
  await services.db.tenant(workspaceId, (trx) =>
    updateCustomer(trx, workspaceId, { ref, updated_at: at }),
  )
  return { workspace_id: workspaceId, ref }
}

/**
 * Serializes a team's provider calls with a lease, without an open transaction. Throws conflict
 * after a long wait.
 */
export async function withProviderLock<T>(
  services: Services,
  workspaceId: string,
  at: Date,
  work: (customer: Customer) => Promise<T>,
): Promise<T> {
  const customer = await findOrCreateCustomer(services, workspaceId, at)
  const { db, clock } = services
  const busyUntil = await waitForLease(() => {
    const now = clock.now()
    const until = leaseUntil(now)
    return db.tenant(workspaceId, async (trx) =>
      (await takeProviderLease(trx, workspaceId, now, until)) ? until : undefined,
    )
  })
  if (!busyUntil) return throwRefusal('conflict')
  const lease = holdLease(services, busyUntil, (heldUntil, until) =>
    db.tenant(workspaceId, (trx) => renewProviderLease(trx, workspaceId, heldUntil, until)),
  )
  try {
    return await work(customer)
  } finally {
    const heldUntil = await lease.stop()
    await db.tenant(workspaceId, (trx) => endProviderLease(trx, workspaceId, heldUntil))
  }
}

/**
 * Returns until when the subscription grants access. Payment events may be late, and overdue
 * payments are retried for a while.
 */
function computePaidUntil({ subscription }: Pick<BillingAccount, 'subscription'>): Date | null {
  if (!subscription) return null
  const {
    status,
    period_start: periodStart,
    period_end: periodEnd,
    ended_at: endedAt,
    cancel_at_period_end: cancelAtPeriodEnd,
  } = subscription
  if (status === 'canceled') return endedAt
  if (status === 'past_due')
    return new Date(periodStart.getTime() + limits.billing_overdue_days * dayMs)
  return cancelAtPeriodEnd
    ? periodEnd
    : new Date(periodEnd.getTime() + limits.billing_late_days * dayMs)
}

/** Forgets a customer that was deleted at the provider, so that the next command creates another. */
async function forgetCustomer(trx: Trx, workspaceId: string, at: Date): Promise<void> {
  await updateCustomer(trx, workspaceId, { ref: null, updated_at: at })
  await removeActiveCard(trx, workspaceId, 'rewards', at)
}

/**
 * Ends our copy of a subscription that the provider no longer has because its customer was deleted.
 */
async function markSubscriptionLost(trx: Trx, workspaceId: string, at: Date): Promise<void> {
  if (await endSubscription(trx, workspaceId, at)) await updatePaidUntil(trx, workspaceId, at)
}

/** Serializes the visible part of our copy for comparison. */
async function snapshotLocalCopy(trx: Trx, workspaceId: string): Promise<string> {
  const [subscription, card, rest] = [
    await findSubscription(trx, workspaceId),
    await findPaymentCard(trx, { workspace_id: workspaceId }),
    await findBillingState(trx, workspaceId),
  ]
  return JSON.stringify([subscription && { ...subscription, read_at: null }, card, rest])
}

/** Saves the provider's state as our copy: subscription, card, balance and paid access. */
async function saveAccount(
  trx: Trx,
  workspaceId: string,
  account: BillingAccount,
  provider: 'local' | 'stripe',
  at: Date,
): Promise<void> {
  if (account.is_deleted) await forgetCustomer(trx, workspaceId, at)
  await updateBalance(trx, workspaceId, account.balance)
  if (account.card)
    await saveCard(
      trx,
      { workspace_id: workspaceId, purpose: 'subscription', created_by: null },
      provider,
      account.card,
      at,
    )
  else await removeSubscriptionCard(trx, workspaceId, provider, at)
  const before = await findSubscription(trx, workspaceId)
  if (!account.subscription) return markSubscriptionLost(trx, workspaceId, at)
  if (account.subscription.status !== 'canceled')
    await completeOrderSetups(
      trx,
      workspaceId,
      before !== undefined && before.status !== 'canceled',
      at,
    )
  const { amount, discounts, open_invoice: openInvoice, ...rest } = account.subscription
  const row = {
    ...rest,
    amount_cents: amount,
    discounts: JSON.stringify(discounts),
    open_invoice: openInvoice && JSON.stringify(openInvoice),
    read_at: at,
  }
  await saveSubscription(trx, workspaceId, row)
  await notifySubscriptionChange(trx, workspaceId, before, account.subscription, at)
  await updatePaidUntil(trx, workspaceId, computePaidUntil(account))
}

/**
 * Fetches the provider's state and saves it. Requires `withProviderLock`, so that an older response
 * never overwrites a newer one. Publishes a change; with `quiet` only if something changed, so that
 * refetching pages do not trigger each other.
 */
export async function syncFromProvider(
  services: Services,
  customer: Customer,
  at: Date,
  quiet = false,
): Promise<void> {
  const { workspace_id: workspaceId } = customer
  const billing = requireBilling(services)
  const before = quiet
    ? await services.db.tenant(workspaceId, (trx) => snapshotLocalCopy(trx, workspaceId))
    : null
  const entered = await completeCardSetups(services, customer, at)
  const account = await billing.fetchAccount(customer, at)
  const changed = await services.db.tenant(workspaceId, async (trx) => {
    await saveAccount(trx, workspaceId, account, billing.kind, at)
    return before === null || entered || (await snapshotLocalCopy(trx, workspaceId)) !== before
  })
  if (changed) services.events.publish(workspaceId, ['config', 'billing'])
}

/** Syncs a team after any event at the provider. For jobs and webhooks. */
export async function refreshBilling(
  services: Services,
  workspaceId: string,
  quiet = false,
): Promise<void> {
  const at = services.clock.now()
  const ref = await services.db.tenant(workspaceId, (trx) =>
    findActiveCustomerRef(trx, workspaceId),
  )
  if (ref)
    await withProviderLock(services, workspaceId, at, (customer) =>
      syncFromProvider(services, customer, at, quiet),
    )
}

/**
 * Syncs while a provider's page is open, before our copy is shown. A user who returns from the page
 * sees the result without waiting for the webhook. On failure the copy has to suffice.
 */
export async function syncOnReturn(
  services: Services,
  workspaceId: string,
  at: Date,
): Promise<void> {
  if (
    !services.cards.findSetupCard ||
    !(await services.db.tenant(workspaceId, (trx) => hasOpenSetup(trx, workspaceId, at)))
  )
    return
  await refreshBilling(services, workspaceId, true).catch((error: unknown) =>
    services.log.warn(
      { workspace: workspaceId, reason: (error as Error).message },
      'billing sync failed',
    ),
  )
}

/** Returns the billed seats: accepted users without demo users. */
export async function countSeats(trx: Trx, workspaceId: string): Promise<number> {
  return computeSeats(await countBilledUsers(trx, workspaceId))
}

/**
 * Sends a changed seat count to the provider. Users who join during the call are sent next time.
 */
export async function pushSeatCount(services: Services, workspaceId: string): Promise<void> {
  const at = services.clock.now()
  await withProviderLock(services, workspaceId, at, async (customer) => {
    const [subscription, seats] = await services.db.tenant(
      workspaceId,
      async (trx) =>
        [await findSubscription(trx, workspaceId), await countSeats(trx, workspaceId)] as const,
    )
    if (!subscription || subscription.status === 'canceled') return
    if (subscription.quantity !== seats) {
      await requireBilling(services).changeSeats(
        customer,
        seats,
        at,
        `seats-${subscription.ref}-${subscription.seats_version}`,
      )
      await syncFromProvider(services, customer, at)
    }
    await services.db.tenant(workspaceId, (trx) =>
      markSeatsPushed(trx, workspaceId, subscription.seats_version),
    )
  })
}
