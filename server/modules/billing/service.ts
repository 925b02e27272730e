import { hourMs } from '#contract/durations.ts'
import type { Plan } from '#contract/prices.ts'
import type { Language } from '#contract/schemas/common.ts'
import type { BodyOf, OutputOf } from '#contract/routes/index.ts'
import type { Customer, SubscriptionOrder } from '#server/adapters/billing/billing-provider.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import {
  findStoredResponse,
  type IdempotentCall,
  withIdempotency,
} from '#server/platform/http/idempotency.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import {
  requireBilling,
  findOrCreateCustomer,
  withProviderLock,
  syncFromProvider,
  countSeats,
} from './sync.ts'
import { presentSubscription } from './present.ts'
import { findCustomer, findCustomerRef, findPaymentCard, updateCustomer } from './queries.ts'
import { findSubscription } from './subscription-queries.ts'
import { findBillingTeam } from './team-queries.ts'

/**
 * Minimum remaining trial to wait for. With less, a subscription starts and is charged immediately.
 * Stripe has the same limit.
 */
const minTrialLeftMs = 48 * hourMs

type Subscription = OutputOf<'billing.subscription'>
/** Returns whether a subscription is live. */
export const isActiveSubscription = (subscription: { status: string } | undefined) =>
  subscription !== undefined && subscription.status !== 'canceled'

/**
 * Returns the order this team would place now: with the rest of its trial and the discount it has
 * earned.
 */
export async function buildOrder(
  trx: Trx,
  workspaceId: string,
  plan: Plan,
  promo: string | null,
  at: Date,
): Promise<SubscriptionOrder> {
  const team = await findBillingTeam(trx, workspaceId)
  const keepsTrial = team.trial_ends_at.getTime() - at.getTime() >= minTrialLeftMs
  return {
    plan,
    seats: await countSeats(trx, workspaceId),
    trial_ends_at: keepsTrial ? team.trial_ends_at : null,
    lifetime: team.discount_claimed_at !== null,
    promo,
  }
}

/** Returns our copy of the subscription. */
export async function loadSubscription(
  { db }: Services,
  workspaceId: string,
): Promise<Subscription> {
  return db.readSnapshot(workspaceId, async (trx) =>
    presentSubscription(
      await findSubscription(trx, workspaceId),
      await findBillingTeam(trx, workspaceId),
      await countSeats(trx, workspaceId),
    ),
  )
}

/**
 * Runs a command once per idempotency key under the provider's lock. `work` stores the answer. A
 * repeated request that has waited for the lock gets the answer of the first one.
 */
export async function runOnceWithLock<T>(
  services: Services,
  call: IdempotentCall,
  work: (customer: Customer) => Promise<T>,
): Promise<T> {
  const { workspace_id: workspaceId, at } = call
  return withProviderLock(
    services,
    workspaceId,
    at,
    async (customer) =>
      (await services.db.tenant(workspaceId, (trx) => findStoredResponse<T>(trx, call))) ??
      work(customer),
  )
}

/**
 * Runs an administrator's command at the provider under the lock, syncs the result and audits it,
 * once per idempotency key. Throws no_subscription without a live one, and subscription_final when
 * resuming an ended one.
 */
async function changeSubscription(
  services: Services,
  actor: Actor,
  call: IdempotentCall,
  name: 'subscription.change_plan' | 'subscription.cancel' | 'subscription.resume',
  details: Record<string, unknown>,
  work: (customer: Customer, at: Date) => Promise<void>,
): Promise<Subscription> {
  const { workspace_id: workspaceId } = actor
  const stored = await services.db.tenant(workspaceId, (trx) =>
    findStoredResponse<Subscription>(trx, call),
  )
  if (stored) return stored
  return runOnceWithLock(services, call, async (customer) => {
    const known = await services.db.tenant(workspaceId, (trx) => findSubscription(trx, workspaceId))
    if (!isActiveSubscription(known))
      throwRefusal(
        known && name === 'subscription.resume' ? 'subscription_final' : 'no_subscription',
      )
    await work(customer, call.at)
    await syncFromProvider(services, customer, call.at)
    return services.db.tenant(workspaceId, (trx) =>
      withIdempotency(trx, call, async () => {
        await audit(trx, actor, name, details, call.at)
        return presentSubscription(
          await findSubscription(trx, workspaceId),
          await findBillingTeam(trx, workspaceId),
          await countSeats(trx, workspaceId),
        )
      }),
    )
  })
}

/**
 * Returns the idempotency key of a command at the provider. It derives from the caller's key, so a
 * retried request is the same command.
 */
export const providerIdempotencyKey = (command: string, call: IdempotentCall) =>
  `${command}-${call.workspace_id}-${call.key ?? `${call.at.getTime()}`}`

/** Switches the plan immediately. */
export function changeSubscriptionPlan(
  services: Services,
  actor: Actor,
  { plan }: BodyOf<'billing.change_plan'>,
  call: IdempotentCall,
): Promise<Subscription> {
  return changeSubscription(
    services,
    actor,
    call,
    'subscription.change_plan',
    { plan },
    async (customer, at) => {
      const seats = await services.db.tenant(actor.workspace_id, (trx) =>
        countSeats(trx, actor.workspace_id),
      )
      await requireBilling(services).changePlan(
        customer,
        { plan, seats },
        at,
        providerIdempotencyKey('plan', call),
      )
    },
  )
}

/** Cancels at the end of the paid period. */
export function cancelSubscription(
  services: Services,
  actor: Actor,
  cancellation: { reason: string; comment: string },
  call: IdempotentCall,
): Promise<Subscription> {
  return changeSubscription(
    services,
    actor,
    call,
    'subscription.cancel',
    { reason: cancellation.reason },
    (customer, at) => requireBilling(services).cancel(customer, cancellation, at),
  )
}

/** Resumes a canceled subscription that has not ended. */
export function resumeSubscription(
  services: Services,
  actor: Actor,
  call: IdempotentCall,
): Promise<Subscription> {
  return changeSubscription(services, actor, call, 'subscription.resume', {}, (customer, at) =>
    requireBilling(services).resume(customer, at),
  )
}

/** Returns the next invoice. With `plan`, the invoice of a plan change or a first order. */
export async function previewUpcomingInvoice(
  services: Services,
  workspaceId: string,
  query: { plan?: Plan | undefined; promo?: string | undefined },
  language: Language,
  at: Date,
): Promise<OutputOf<'billing.upcoming'>> {
  const customer = await findOrCreateCustomer(services, workspaceId, at)
  const order = await services.db.readSnapshot(workspaceId, async (trx) => {
    const subscription = await findSubscription(trx, workspaceId)
    if (isActiveSubscription(subscription) && (!query.plan || query.plan === subscription?.plan))
      return null
    const order = await buildOrder(trx, workspaceId, query.plan ?? 'month', query.promo ?? null, at)
    // A card entered later earns the welcome offer.
    const earnsOffer =
      !isActiveSubscription(subscription) &&
      (await findBillingTeam(trx, workspaceId)).trial_ends_at > at &&
      !(await findPaymentCard(trx, { workspace_id: workspaceId }))
    return { ...order, lifetime: order.lifetime || earnsOffer }
  })
  return requireBilling(services).previewInvoice(customer, order, language, at)
}

/** Returns the payer data of invoices. */
export async function loadBillingDetails(
  services: Services,
  workspaceId: string,
  at: Date,
): Promise<OutputOf<'billing.details'>> {
  const {
    name,
    email,
    address,
    country,
    tax_id: taxId,
    balance_cents: balanceCents,
  } = await services.db.tenant(workspaceId, (trx) =>
    findCustomer(trx, workspaceId, requireBilling(services).kind, at),
  )
  return { name, email, address, country, tax_id: taxId, customer_balance: balanceCents }
}

/** Updates the payer data here and at the provider, for future invoices. */
export async function updateBillingDetails(
  services: Services,
  actor: Actor,
  input: BodyOf<'billing.update_details'>,
  at: Date,
): Promise<OutputOf<'billing.details'>> {
  const { workspace_id: workspaceId } = actor
  const billing = requireBilling(services)
  return withProviderLock(services, workspaceId, at, async (customer) => {
    const current = await services.db.tenant(workspaceId, (trx) =>
      findCustomer(trx, workspaceId, billing.kind, at),
    )
    const given = Object.fromEntries(Object.entries(input).filter(([, text]) => text !== undefined))
    await billing.upsertCustomer(customer.ref, { ...current, ...given, workspace_id: workspaceId })
    await services.db.tenant(workspaceId, async (trx) => {
      if (Object.keys(given).length)
        await updateCustomer(trx, workspaceId, { ...given, updated_at: at })
      await audit(trx, actor, 'billing.update_details', { fields: Object.keys(given) }, at)
    })
    return loadBillingDetails(services, workspaceId, at)
  })
}

/** Ends the billing of a team before its erasure. */
export async function endBilling(services: Services, workspaceId: string): Promise<void> {
  const at = services.clock.now()
  const ref = await services.db.tenant(workspaceId, (trx) => findCustomerRef(trx, workspaceId))
  if (services.billing && ref)
    await services.billing.deleteCustomer({ workspace_id: workspaceId, ref }, at)
}
