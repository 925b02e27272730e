import type { BodyOf } from '#contract/routes/index.ts'
import type { Language } from '#contract/schemas/common.ts'
import type { Customer } from '#server/adapters/billing/billing-provider.ts'
import {
  openHostedPage,
  validateCallbackUrl,
  withResultParams,
} from '#server/modules/cards/hosted-checkout.ts'
import { audit, hasAuditEntry } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { throwRefusal, toRefusal } from '#server/platform/errors.ts'
import {
  dropKey,
  findKeptKey,
  findStoredResponse,
  type IdempotentCall,
  keepKey,
  withIdempotency,
} from '#server/platform/http/idempotency.ts'
import type { Services } from '#server/platform/services.ts'
import { findPaymentCard } from './queries.ts'
import {
  buildOrder,
  isActiveSubscription,
  providerIdempotencyKey,
  runOnceWithLock,
} from './service.ts'
import { completeOrderSetups } from './setup-sessions.ts'
import { findSubscription } from './subscription-queries.ts'
import { requireBilling, syncFromProvider, syncOnReturn } from './sync.ts'
import { findBillingTeam } from './team-queries.ts'

type Start = {
  services: Services
  actor: Actor
  input: BodyOf<'billing.subscribe'>
  call: IdempotentCall
  returnUrl: string
}

/**
 * Reads the order and the saved card under the lock, and keeps the key of a request that is about
 * to charge the card. Throws conflict with a live subscription, unless an earlier attempt of this
 * request, killed at `interruptedAt`, has started it.
 */
async function prepareStart({ services, input: { plan, promo }, call }: Start) {
  const { workspace_id: workspaceId, at } = call
  return services.db.tenant(workspaceId, async (trx) => {
    const interruptedAt = await findKeptKey(trx, call)
    const isActive = isActiveSubscription(await findSubscription(trx, workspaceId))
    if (isActive && !interruptedAt) throwRefusal('conflict')
    const order = await buildOrder(trx, workspaceId, plan, promo ?? null, at)
    const card = await findPaymentCard(trx, { workspace_id: workspaceId })
    const isTrial = (await findBillingTeam(trx, workspaceId)).trial_ends_at > at
    if (card && !isActive) await keepKey(trx, call)
    // A card entered on the page earns the welcome offer.
    const pageOrder = { ...order, lifetime: order.lifetime || isTrial }
    return { order, pageOrder, card, isActive, interruptedAt }
  })
}
type Prepared = Awaited<ReturnType<typeof prepareStart>>

/** Subscribes with the saved card. Returns false if a page of the provider is needed. */
async function subscribeWithCard(
  { services, call }: Start,
  customer: Customer,
  { order, card, isActive }: Prepared,
): Promise<boolean> {
  if (isActive) return true
  if (!card) return false
  const dropCall = () => services.db.tenant(call.workspace_id, (trx) => dropKey(trx, call))
  try {
    const key = providerIdempotencyKey('subscribe', call)
    const isStarted = await requireBilling(services).subscribe(customer, order, card, call.at, key)
    if (!isStarted) await dropCall()
    return isStarted
  } catch (error) {
    // After any other failure the provider may have acted.
    const refusal = toRefusal(error)
    if (refusal && refusal.status < 500) await dropCall()
    throw error
  }
}

/** Stores the answer of a started subscription and audits the start once. */
async function recordStart(
  { services, actor, input: { plan }, call, returnUrl }: Start,
  { interruptedAt }: Prepared,
): Promise<{ session_url: string }> {
  const { workspace_id: workspaceId, at } = call
  return services.db.tenant(workspaceId, (trx) =>
    withIdempotency(trx, call, async () => {
      // Otherwise the next sync takes an open page for the start.
      await completeOrderSetups(trx, workspaceId, true, at)
      const isAudited =
        interruptedAt &&
        (await hasAuditEntry(trx, workspaceId, 'subscription.start', interruptedAt))
      if (!isAudited) await audit(trx, actor, 'subscription.start', { plan }, at)
      return { session_url: withResultParams(returnUrl, { subscription: 'started' }) }
    }),
  )
}

/**
 * Starts a subscription with the saved card, or on a page of the provider if there is none or the
 * bank requires authentication. Returns the next address; `subscription=started` in it means that
 * the subscription is live.
 */
export async function startSubscription(
  services: Services,
  actor: Actor,
  input: BodyOf<'billing.subscribe'>,
  language: Language,
  call: IdempotentCall,
): Promise<{ session_url: string }> {
  const { workspace_id: workspaceId } = actor
  const { at } = call
  const { plan, promo } = input
  const returnUrl = validateCallbackUrl(services, input.callback)
  const stored = await services.db.tenant(workspaceId, (trx) =>
    findStoredResponse<{ session_url: string }>(trx, call),
  )
  if (stored) return stored
  await syncOnReturn(services, workspaceId, at)
  const start = { services, actor, input, call, returnUrl }
  return runOnceWithLock(services, call, async (customer) => {
    const prepared = await prepareStart(start)
    if (await subscribeWithCard(start, customer, prepared)) {
      // Before the sync, after which the subscription would refuse a repeated request.
      const started = await recordStart(start, prepared)
      await syncFromProvider(services, customer, at)
      return started
    }
    return openHostedPage(
      services,
      actor,
      {
        purpose: 'subscription',
        callback: returnUrl,
        order: { plan, promo: promo ?? null },
        open: (token) => {
          const page = { token, callback: returnUrl, language }
          return requireBilling(services).startCheckout(customer, prepared.pageOrder, page, at)
        },
      },
      call,
    )
  })
}
