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

const secondMs = 1_000
const dayMs = 86_400 * secondMs
const leaseS = 60
const lockWaitMs = 8 * secondMs

/** The billing of a server that has any; its calls are mounted only then. */
export function requireBilling({ billing }: Services) {
  return billing ?? throwRefusal('not_found')
}

/** The payer as the provider knows them, made known now if need be. */
export async function findOrCreateCustomer(
  services: Services,
  workspaceId: string,
  at: Date,
): Promise<Customer> {
  const billing = requireBilling(services)
  const kept = await services.db.tenant(workspaceId, (trx) =>
    findCustomer(trx, workspaceId, billing.kind, at),
  )
  if (kept.ref !== null) return { workspace_id: workspaceId, ref: kept.ref }
  // Two at once ask for the same name, and get the same one.
  const ref = await billing.upsertCustomer(null, { ...kept, workspace_id: workspaceId })
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
 * One act of a team at a time goes out to the provider: no transaction is held meanwhile, and
 * whoever dies in it leaves the way open after a minute. Who waits too long is told `conflict`.
 */
export async function withProviderLock<T>(
  services: Services,
  workspaceId: string,
  at: Date,
  work: (customer: Customer) => Promise<T>,
): Promise<T> {
  const customer = await findOrCreateCustomer(services, workspaceId, at)
  const own = (trx: Trx) =>
    trx.updateTable('billing_customers').where('workspace_id', '=', workspaceId)
  const until = Date.now() + lockWaitMs
  const busyUntil = new Date(at.getTime() + leaseS * secondMs)
  for (;;) {
    const { numUpdatedRows } = await services.db.tenant(workspaceId, (trx) =>
      own(trx)
        .set({ busy_until: busyUntil })
        .where((eb) => eb.or([eb('busy_until', 'is', null), eb('busy_until', '<=', at)]))
        .executeTakeFirst(),
    )
    if (numUpdatedRows === 1n) break
    if (Date.now() > until) throwRefusal('conflict')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  try {
    return await work(customer)
  } finally {
    // Who took longer than the lease leaves the way of the next one alone.
    await services.db.tenant(workspaceId, (trx) =>
      own(trx).set({ busy_until: null }).where('busy_until', '=', busyUntil).execute(),
    )
  }
}

/**
 * Until when a subscription like this lets its team in. News of a payment may be late, and what is
 * overdue is tried again for a while.
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
 * The provider knows of no subscription: one that lives in our copy has gone there together with
 * its customer.
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

/** Everything of our copy that anybody sees, to be compared. */
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

/**
 * Keeps what the provider tells as our copy: the subscription, the card, the balance, and who may
 * come in.
 */
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
 * Reads everything anew from the provider and keeps it. Only within `inTurn`: an older answer never
 * covers a newer one. All open pages are told; a `quiet` reading tells them only what has changed,
 * so that their asking again does not tell them again.
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

/**
 * Something happened at the provider: whatever it was, everything is read again. For jobs and
 * webhooks.
 */
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
 * Before somebody who may just come back from a page of the provider is shown our copy, it is read
 * anew: the truth is there before the provider's news of it, or without them. Where that cannot be
 * now, the copy has to do.
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
      'billing not read',
    ),
  )
}

/** The seats a team pays for: everybody who has joined, demo people not counted. */
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
 * Tells the provider of the seats of one team, if they are others than it knows. Whoever joins
 * meanwhile is told next time.
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
