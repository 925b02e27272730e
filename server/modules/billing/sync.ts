import { dayMs, secondMs } from '#contract/durations.ts'
import type { BillingAccount, Customer } from '#server/adapters/billing/billing-provider.ts'
import { limits } from '#contract/limits.ts'
import { computeSeats } from '#contract/prices.ts'
import { saveCard } from '#server/modules/cards/save-card.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { notifySubscriptionChange } from './notifications.ts'
import { findPaymentCard, findCustomer, findSubscription } from './queries.ts'
import { completeCardSetups, completeOrderSetups, hasOpenSetup } from './setup-sessions.ts'

const leaseS = 60
const lockWaitMs = 8 * secondMs

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
    trx
      .updateTable('billing_customers')
      .set({ ref, updated_at: at })
      .where('workspace_id', '=', workspaceId)
      .execute(),
  )
  return { workspace_id: workspaceId, ref }
}

/**
 * Serializes a team's provider calls with a lease, without an open transaction. A crashed holder's
 * lease expires after a minute. Throws conflict after a long wait.
 */
export async function withProviderLock<T>(
  services: Services,
  workspaceId: string,
  at: Date,
  work: (customer: Customer) => Promise<T>,
): Promise<T> {
  const customer = await findOrCreateCustomer(services, workspaceId, at)
  const updateCustomer = (trx: Trx) =>
    trx.updateTable('billing_customers').where('workspace_id', '=', workspaceId)
  const deadline = Date.now() + lockWaitMs
  const busyUntil = new Date(at.getTime() + leaseS * secondMs)
  for (;;) {
    const { numUpdatedRows } = await services.db.tenant(workspaceId, (trx) =>
      updateCustomer(trx)
        .set({ busy_until: busyUntil })
        .where((eb) => eb.or([eb('busy_until', 'is', null), eb('busy_until', '<=', at)]))
        .executeTakeFirst(),
    )
    if (numUpdatedRows === 1n) break
    if (Date.now() > deadline) throwRefusal('conflict')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  try {
    return await work(customer)
  } finally {
    // If our lease expired, do not clear the next holder's.
    await services.db.tenant(workspaceId, (trx) =>
      updateCustomer(trx).set({ busy_until: null }).where('busy_until', '=', busyUntil).execute(),
    )
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

/**
 * Ends our copy of a subscription that the provider no longer has because its customer was deleted.
 */
async function markSubscriptionLost(trx: Trx, workspaceId: string, at: Date): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('subscriptions')
    .set({
      status: 'canceled',
      ended_at: at,
      cancel_at_period_end: false,
      open_invoice: null,
      read_at: at,
    })
    .where('workspace_id', '=', workspaceId)
    .where('status', '<>', 'canceled')
    .executeTakeFirst()
  if (numUpdatedRows === 1n)
    await trx
      .updateTable('workspaces')
      .set({ paid_until: at })
      .where('id', '=', workspaceId)
      .execute()
}

/** Serializes the visible part of our copy for comparison. */
async function snapshotLocalCopy(trx: Trx, workspaceId: string): Promise<string> {
  const [subscription, card, rest] = [
    await findSubscription(trx, workspaceId),
    await findPaymentCard(trx, { workspace_id: workspaceId }),
    await trx
      .selectFrom('workspaces')
      .innerJoin('billing_customers', 'billing_customers.workspace_id', 'workspaces.id')
      .where('workspaces.id', '=', workspaceId)
      .select(['paid_until', 'discount_claimed_at', 'balance_cents'])
      .executeTakeFirst(),
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
  await trx
    .updateTable('billing_customers')
    .set({ balance_cents: account.balance })
    .where('workspace_id', '=', workspaceId)
    .where('balance_cents', '<>', account.balance)
    .execute()
  if (account.card)
    await saveCard(
      trx,
      { workspace_id: workspaceId, purpose: 'subscription', created_by: null },
      provider,
      account.card,
      at,
    )
  else
    await trx
      .updateTable('cards')
      .set({ removed_at: at })
      .where('workspace_id', '=', workspaceId)
      .where('purpose', '=', 'subscription')
      .where('provider', '=', provider)
      .where('removed_at', 'is', null)
      .execute()
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
  await trx
    .insertInto('subscriptions')
    .values({ workspace_id: workspaceId, ...row })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(row))
    .execute()
  await notifySubscriptionChange(trx, workspaceId, before, account.subscription, at)
  await trx
    .updateTable('workspaces')
    .set({ paid_until: computePaidUntil(account) })
    .where('id', '=', workspaceId)
    .execute()
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
  const known = await services.db.tenant(workspaceId, (trx) =>
    trx
      .selectFrom('billing_customers')
      .innerJoin('workspaces', 'workspaces.id', 'billing_customers.workspace_id')
      .select('ref')
      .where('workspace_id', '=', workspaceId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  if (known?.ref)
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
  const { n } = await trx
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'accepted')
    .where('demo', '=', false)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return computeSeats(Number(n))
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
      trx
        .updateTable('subscriptions')
        .set({ seats_told: subscription.seats_version })
        .where('workspace_id', '=', workspaceId)
        .execute(),
    )
  })
}
