import type { Account, Customer } from '#server/adapters/billing/billing.ts'
import { limits } from '#contract/limits.ts'
import { seatsFor } from '#contract/prices.ts'
import { keepCard } from '#server/modules/cards/keep.ts'
import type { Trx } from '#server/platform/database.ts'
import { fail } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { tellOfChange } from './news.ts'
import { findCard, findCustomer, findSubscription } from './queries.ts'
import { finishCards, finishOrders, mayReturn } from './setups.ts'

const second = 1_000
const day = 86_400 * second
const lease_s = 60
const patience_ms = 8 * second

/** The billing of a server that has any; its calls are mounted only then. */
export function billingOf({ billing }: Services) {
  return billing ?? fail('not_found')
}

/** The payer as the provider knows them, made known now if need be. */
export async function customerOf(
  services: Services,
  workspace_id: string,
  at: Date,
): Promise<Customer> {
  const billing = billingOf(services)
  const kept = await services.db.tenant(workspace_id, (trx) =>
    findCustomer(trx, workspace_id, billing.kind, at),
  )
  if (kept.ref !== null) return { workspace_id, ref: kept.ref }
  // Two at once ask for the same name, and get the same one.
  const ref = await billing.keepCustomer(null, { ...kept, workspace_id })
  await services.db.tenant(workspace_id, (trx) =>
    trx
      .updateTable('billing_customers')
      .set({ ref, updated_at: at })
      .where('workspace_id', '=', workspace_id)
      .execute(),
  )
  return { workspace_id, ref }
}

/**
 * One act of a team at a time goes out to the provider: no transaction is held meanwhile, and
 * whoever dies in it leaves the way open after a minute. Who waits too long is told `conflict`.
 */
export async function inTurn<T>(
  services: Services,
  workspace_id: string,
  at: Date,
  work: (customer: Customer) => Promise<T>,
): Promise<T> {
  const customer = await customerOf(services, workspace_id, at)
  const own = (trx: Trx) =>
    trx.updateTable('billing_customers').where('workspace_id', '=', workspace_id)
  const until = Date.now() + patience_ms
  const busy_until = new Date(at.getTime() + lease_s * second)
  for (;;) {
    const { numUpdatedRows } = await services.db.tenant(workspace_id, (trx) =>
      own(trx)
        .set({ busy_until })
        .where((eb) => eb.or([eb('busy_until', 'is', null), eb('busy_until', '<=', at)]))
        .executeTakeFirst(),
    )
    if (numUpdatedRows === 1n) break
    if (Date.now() > until) fail('conflict')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  try {
    return await work(customer)
  } finally {
    // Who took longer than the lease leaves the way of the next one alone.
    await services.db.tenant(workspace_id, (trx) =>
      own(trx).set({ busy_until: null }).where('busy_until', '=', busy_until).execute(),
    )
  }
}

/**
 * Until when a subscription like this lets its team in. News of a payment may be late, and what is
 * overdue is tried again for a while.
 */
function paidUntil({ subscription }: Pick<Account, 'subscription'>): Date | null {
  if (!subscription) return null
  const { status, period_start, period_end, ended_at, cancel_at_period_end } = subscription
  if (status === 'canceled') return ended_at
  if (status === 'past_due')
    return new Date(period_start.getTime() + limits.billing_overdue_days * day)
  return cancel_at_period_end
    ? period_end
    : new Date(period_end.getTime() + limits.billing_late_days * day)
}

/**
 * The provider knows of no subscription: one that lives in our copy has gone there together with
 * its customer.
 */
async function loseSubscription(trx: Trx, workspace_id: string, at: Date): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('subscriptions')
    .set({
      status: 'canceled',
      ended_at: at,
      cancel_at_period_end: false,
      open_invoice: null,
      read_at: at,
    })
    .where('workspace_id', '=', workspace_id)
    .where('status', '<>', 'canceled')
    .executeTakeFirst()
  if (numUpdatedRows === 1n)
    await trx
      .updateTable('workspaces')
      .set({ paid_until: at })
      .where('id', '=', workspace_id)
      .execute()
}

/** Everything of our copy that anybody sees, to be compared. */
async function copyOf(trx: Trx, workspace_id: string): Promise<string> {
  const [subscription, card, rest] = [
    await findSubscription(trx, workspace_id),
    await findCard(trx, { workspace_id }),
    await trx
      .selectFrom('workspaces')
      .innerJoin('billing_customers', 'billing_customers.workspace_id', 'workspaces.id')
      .where('workspaces.id', '=', workspace_id)
      .select(['paid_until', 'discount_claimed_at', 'balance_cents'])
      .executeTakeFirst(),
  ]
  return JSON.stringify([subscription && { ...subscription, read_at: null }, card, rest])
}

/**
 * Keeps what the provider tells as our copy: the subscription, the card, the balance, and who may
 * come in.
 */
async function keepAccount(
  trx: Trx,
  workspace_id: string,
  account: Account,
  provider: 'local' | 'stripe',
  at: Date,
): Promise<void> {
  await trx
    .updateTable('billing_customers')
    .set({ balance_cents: account.balance })
    .where('workspace_id', '=', workspace_id)
    .where('balance_cents', '<>', account.balance)
    .execute()
  if (account.card)
    await keepCard(
      trx,
      { workspace_id, purpose: 'subscription', created_by: null },
      provider,
      account.card,
      at,
    )
  else
    await trx
      .updateTable('cards')
      .set({ removed_at: at })
      .where('workspace_id', '=', workspace_id)
      .where('purpose', '=', 'subscription')
      .where('provider', '=', provider)
      .where('removed_at', 'is', null)
      .execute()
  const before = await findSubscription(trx, workspace_id)
  if (!account.subscription) return loseSubscription(trx, workspace_id, at)
  if (account.subscription.status !== 'canceled')
    await finishOrders(trx, workspace_id, before !== undefined && before.status !== 'canceled', at)
  const { amount, discounts, open_invoice, ...rest } = account.subscription
  const row = {
    ...rest,
    amount_cents: amount,
    discounts: JSON.stringify(discounts),
    open_invoice: open_invoice && JSON.stringify(open_invoice),
    read_at: at,
  }
  await trx
    .insertInto('subscriptions')
    .values({ workspace_id, ...row })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(row))
    .execute()
  await tellOfChange(trx, workspace_id, before, account.subscription, at)
  await trx
    .updateTable('workspaces')
    .set({ paid_until: paidUntil(account) })
    .where('id', '=', workspace_id)
    .execute()
}

/**
 * Reads everything anew from the provider and keeps it. Only within `inTurn`: an older answer never
 * covers a newer one. All open pages are told; a `quiet` reading tells them only what has changed,
 * so that their asking again does not tell them again.
 */
export async function readAgain(
  services: Services,
  customer: Customer,
  at: Date,
  quiet = false,
): Promise<void> {
  const { workspace_id } = customer
  const billing = billingOf(services)
  const before = quiet
    ? await services.db.tenant(workspace_id, (trx) => copyOf(trx, workspace_id))
    : null
  const entered = await finishCards(services, customer, at)
  const account = await billing.read(customer, at)
  const changed = await services.db.tenant(workspace_id, async (trx) => {
    await keepAccount(trx, workspace_id, account, billing.kind, at)
    return before === null || entered || (await copyOf(trx, workspace_id)) !== before
  })
  if (changed) services.events.publish(workspace_id, ['config', 'billing'])
}

/**
 * Something happened at the provider: whatever it was, everything is read again. For jobs and
 * webhooks.
 */
export async function refreshBilling(
  services: Services,
  workspace_id: string,
  quiet = false,
): Promise<void> {
  const at = services.clock.now()
  const known = await services.db.tenant(workspace_id, (trx) =>
    trx
      .selectFrom('billing_customers')
      .innerJoin('workspaces', 'workspaces.id', 'billing_customers.workspace_id')
      .select('ref')
      .where('workspace_id', '=', workspace_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  if (known?.ref)
    await inTurn(services, workspace_id, at, (customer) => readAgain(services, customer, at, quiet))
}

/**
 * Before somebody who may just come back from a page of the provider is shown our copy, it is read
 * anew: the truth is there before the provider's news of it, or without them. Where that cannot be
 * now, the copy has to do.
 */
export async function lookFirst(services: Services, workspace_id: string, at: Date): Promise<void> {
  if (
    !services.cards.lookAtSetup ||
    !(await services.db.tenant(workspace_id, (trx) => mayReturn(trx, workspace_id, at)))
  )
    return
  await refreshBilling(services, workspace_id, true).catch((error: unknown) =>
    services.log.warn(
      { workspace: workspace_id, reason: (error as Error).message },
      'billing not read',
    ),
  )
}

/** The seats a team pays for: everybody who has joined, demo people not counted. */
export async function seatsOf(trx: Trx, workspace_id: string): Promise<number> {
  const { n } = await trx
    .selectFrom('users')
    .where('workspace_id', '=', workspace_id)
    .where('state', '=', 'accepted')
    .where('demo', '=', false)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return seatsFor(Number(n))
}

/**
 * Tells the provider of the seats of one team, if they are others than it knows. Whoever joins
 * meanwhile is told next time.
 */
export async function tellSeats(services: Services, workspace_id: string): Promise<void> {
  const at = services.clock.now()
  await inTurn(services, workspace_id, at, async (customer) => {
    const [subscription, seats] = await services.db.tenant(
      workspace_id,
      async (trx) =>
        [await findSubscription(trx, workspace_id), await seatsOf(trx, workspace_id)] as const,
    )
    if (!subscription || subscription.status === 'canceled') return
    if (subscription.quantity !== seats) {
      await billingOf(services).setSeats(
        customer,
        seats,
        at,
        `seats-${subscription.ref}-${subscription.seats_version}`,
      )
      await readAgain(services, customer, at)
    }
    await services.db.tenant(workspace_id, (trx) =>
      trx
        .updateTable('subscriptions')
        .set({ seats_told: subscription.seats_version })
        .where('workspace_id', '=', workspace_id)
        .execute(),
    )
  })
}
