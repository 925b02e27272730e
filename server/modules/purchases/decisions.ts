import type { Purchase } from '#contract/schemas/rewards.ts'
import { findSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Database, Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { type IdempotentCall, withIdempotency } from '#server/platform/http/idempotency.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import {
  createPurchaseContext,
  lockActiveUser,
  lockPurchase,
  type PurchaseContext,
} from './context.ts'
import { listContributionStatuses, sumContributions } from './contribution-queries.ts'
import { publishPurchaseChanged } from './events.ts'
import { loadPurchase } from './load-purchases.ts'
import { orderPurchase } from './order-purchase.ts'
import type { PurchaseRecord } from './queries.ts'
import { isReturnable } from './return-period.ts'
import {
  type BuyerNote,
  fulfilPurchase,
  rejectPurchase,
  withdrawContributions,
} from './settle-purchase.ts'
import { takeBackPurchase } from './take-back-purchase.ts'
import { markPurchased } from './team-rewards.ts'
import { withdrawPurchasesOfUser } from './withdraw-purchases.ts'

type DecisionServices = Pick<Services, 'db' | 'events'>
/** Applies a decision of an active user to the locked purchase, once per idempotency key. */
async function applyDecision(
  services: DecisionServices,
  actor: Actor,
  id: string,
  call: IdempotentCall,
  decide: (context: PurchaseContext, purchase: PurchaseRecord) => Promise<void>,
): Promise<Purchase> {
  const purchase = await services.db.tenant(actor.workspace_id, async (trx) => {
    await lockActiveUser(trx, actor)
    return withIdempotency(trx, call, async () => {
      const context = createPurchaseContext(trx, actor, call.at)
      await decide(context, await lockPurchase(context, id))
      return loadPurchase(trx, actor, id, call.at)
    })
  })
  publishPurchaseChanged(services, actor.workspace_id, [...purchase.user_ids, actor.user_id])
  return purchase
}

/**
 * Returns whether a purchase awaits an administrator: a manual reward that was redeemed or fully
 * funded. Gift cards are fulfilled by their order.
 */
const awaitsDecision = (purchase: PurchaseRecord) =>
  purchase.type === 'manual' &&
  purchase.status === (purchase.reward_type === 'team' ? 'purchased' : 'pending')
const isCollecting = (purchase: PurchaseRecord) =>
  purchase.type === 'manual' && purchase.reward_type === 'team' && purchase.status === 'pending'

/**
 * Fulfills a locked purchase and redeems the held points. `force` buys an underfunded team reward,
 * the company pays the rest, and a second call fulfills it. Throws purchase_decided,
 * team_reward_underfunded without `force`, and conflict with `force` for a purchase that no longer
 * collects.
 */
async function fulfilLocked(
  context: PurchaseContext,
  actor: Actor,
  purchase: PurchaseRecord,
  { force, ...note }: BuyerNote & { force: boolean },
): Promise<void> {
  const { trx, workspaceId, at } = context
  const auditDecision = (action: string, details: object = {}) =>
    audit(trx, actor, action, { purchase_id: purchase.id, ...details }, at)
  if (isCollecting(purchase)) {
    const companyPart = purchase.price - (await sumContributions(trx, workspaceId, purchase.id))
    if (!force) throwRefusal('team_reward_underfunded', { params: { missing: companyPart } })
    await markPurchased(context, purchase.id, companyPart)
    return auditDecision('purchase.forced', { company_part: companyPart })
  }
  if (!awaitsDecision(purchase)) throwRefusal('purchase_decided')
  if (force && purchase.reward_type === 'team') throwRefusal('conflict')
  await fulfilPurchase(context, purchase, note)
  return auditDecision('purchase.fulfilled')
}

/**
 * Orders a locked purchase, which ends the buyer's right to cancel it. Throws purchase_decided,
 * purchase_ordered, and team_reward_underfunded for a purchase that still collects.
 */
async function orderLocked(
  context: PurchaseContext,
  actor: Actor,
  purchase: PurchaseRecord,
  note: string,
): Promise<void> {
  if (isCollecting(purchase)) throwRefusal('team_reward_underfunded')
  if (!awaitsDecision(purchase)) throwRefusal('purchase_decided')
  if (purchase.ordered_at !== null) throwRefusal('purchase_ordered')
  await orderPurchase(context, purchase, note)
  await audit(context.trx, actor, 'purchase.ordered', { purchase_id: purchase.id }, context.at)
}

/** Declines a locked purchase and refunds the points. Throws purchase_decided. */
async function declineLocked(
  context: PurchaseContext,
  actor: Actor,
  purchase: PurchaseRecord,
  reason: string,
): Promise<void> {
  if (!awaitsDecision(purchase) && !isCollecting(purchase)) throwRefusal('purchase_decided')
  await rejectPurchase(context, purchase, 'declined', reason)
  await audit(context.trx, actor, 'purchase.declined', { purchase_id: purchase.id }, context.at)
}

/**
 * Takes back a locked fulfilled purchase and returns its points. Throws required without a reason.
 */
async function takeBackLocked(
  context: PurchaseContext,
  actor: Actor,
  purchase: PurchaseRecord,
  reason: string,
): Promise<void> {
  if (reason === '') throwRefusal('required', { field: 'reason' })
  await takeBackPurchase(context, purchase, reason)
  await audit(context.trx, actor, 'purchase.returned', { purchase_id: purchase.id }, context.at)
}

/** Fulfills a purchase. Throws like `fulfilLocked`. */
export async function fulfilByAdmin(
  services: DecisionServices,
  actor: Actor,
  id: string,
  input: BuyerNote & { force: boolean },
  call: IdempotentCall,
): Promise<Purchase> {
  return applyDecision(services, actor, id, call, (context, purchase) =>
    fulfilLocked(context, actor, purchase, input),
  )
}

/**
 * Declines a purchase with a reason and refunds the points, or takes a fulfilled one back. A call
 * for several purchases takes none back.
 */
export async function declineByAdmin(
  services: DecisionServices,
  actor: Actor,
  id: string,
  reason: string,
  call: IdempotentCall,
): Promise<Purchase> {
  return applyDecision(services, actor, id, call, (context, purchase) =>
    isReturnable(purchase, context.at)
      ? takeBackLocked(context, actor, purchase, reason)
      : declineLocked(context, actor, purchase, reason),
  )
}

/** The decision of an administrator about each purchase of a bulk call. */
export type AdminDecision =
  | { kind: 'order'; note: string }
  | ({ kind: 'fulfil' } & BuyerNote)
  | { kind: 'decline'; reason: string }

/** Locks a purchase and applies the decision. Throws not_found and the codes of the decision. */
export async function decideInTransaction(
  context: PurchaseContext,
  actor: Actor,
  id: string,
  decision: AdminDecision,
): Promise<void> {
  const purchase = await lockPurchase(context, id)
  if (decision.kind === 'order') return orderLocked(context, actor, purchase, decision.note)
  if (decision.kind === 'decline') return declineLocked(context, actor, purchase, decision.reason)
  return fulfilLocked(context, actor, purchase, { ...decision, force: false })
}

/**
 * Cancels the buyer's own pending purchase. From a team purchase it withdraws only the
 * contributor's own points. Throws purchase_ordered once the purchase is ordered.
 */
export async function cancelByBuyer(
  services: DecisionServices,
  actor: Actor,
  id: string,
  call: IdempotentCall,
): Promise<Purchase> {
  return applyDecision(services, actor, id, call, async (context, purchase) => {
    const { trx, workspaceId } = context
    const statuses = await listContributionStatuses(trx, workspaceId, id, actor.user_id)
    if (!statuses.length) throwRefusal('not_found')
    if (
      purchase.type === 'automatic' ||
      purchase.status !== 'pending' ||
      !statuses.includes('pending')
    )
      throwRefusal('purchase_decided')
    if (purchase.ordered_at !== null) throwRefusal('purchase_ordered')
    await withdrawContributions(context, purchase, actor.user_id)
  })
}

/**
 * Cancels pending purchases of a user before deletion. The caller locks the user's row (for no key
 * update).
 */
export const cancelPurchasesOfUser = (
  trx: Trx,
  actor: Actor,
  userId: string,
  at: Date,
): Promise<void> => withdrawPurchasesOfUser(createPurchaseContext(trx, actor, at), userId, 'all')

/** Declines a team purchase that is still collecting after its deadline. Returns whether it did. */
export async function expirePurchase(
  db: Database,
  workspaceId: string,
  id: string,
  at: Date,
): Promise<boolean> {
  return db.tenant(workspaceId, async (trx) => {
    const { timezone } = await findSettings(trx, workspaceId)
    const context: PurchaseContext = {
      trx,
      workspaceId,
      timezone,
      actorId: null,
      at,
    }
    const purchase = await lockPurchase(context, id)
    if (
      !isCollecting(purchase) ||
      purchase.deadline === null ||
      purchase.deadline >= toLocalDay(at, timezone)
    )
      return false
    await rejectPurchase(context, purchase, 'expired', '')
    return true
  })
}
