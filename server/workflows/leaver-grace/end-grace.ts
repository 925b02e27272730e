import type { Money } from '#contract/schemas/common.ts'
import type { GiftCardProduct } from '#contract/schemas/rewards.ts'
import { findWalletBalance } from '#server/ledger/balances.ts'
import { lapse, payOut } from '#server/ledger/leavers.ts'
import {
  findLatestGrace,
  findPolicy,
  type GraceRow,
  insertGrace,
  lockLeaver,
  updateGrace,
} from '#server/modules/leavers/queries.ts'
import { mailLeaver } from '#server/modules/leavers/mail-leaver.ts'
import { findHundredPointsOf } from '#server/modules/point-worths/queries.ts'
import { worthOfPoints } from '#contract/worth-of-points.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { loadPayoutProducts, orderPayoutCard } from './gift-card.ts'
import { findLeaverLocale } from './queries.ts'

type EndServices = Pick<Services, 'db' | 'config' | 'giftCards'>
export type EndContext = {
  services: EndServices
  trx: Trx
  workspaceId: string
  /** Null: the end of the days. */
  actor: Actor | null
  /** Gift cards of the leaver's country; empty: none is ordered. */
  products: GiftCardProduct[]
  at: Date
}

/** Moves a balance as the rule of the grace says. Returns what became of it. */
async function moveBalance(
  { services, trx, workspaceId, actor, products, at }: EndContext,
  { id, user_id: userId, outcome }: GraceRow,
  balance: number,
  hundredPoints: Money | null,
): Promise<Pick<GraceRow, 'result' | 'purchase_id'>> {
  if (balance === 0) return { result: null, purchase_id: null }
  const movement = {
    workspaceId,
    sourceId: id,
    userId,
    points: balance,
    actorId: actor?.user_id ?? null,
    at,
  }
  if (outcome === 'return') {
    await lapse(trx, movement)
    return { result: 'lapsed', purchase_id: null }
  }
  const card =
    outcome === 'gift_card' && hundredPoints
      ? await orderPayoutCard(services, trx, products, {
          workspaceId,
          userId,
          balance,
          hundredPoints,
          at,
        })
      : null
  // The payroll pays what no gift card covers.
  const rest = balance - (card?.points ?? 0)
  if (rest > 0) await payOut(trx, { ...movement, points: rest })
  return card
    ? { result: 'gift_card', purchase_id: card.purchaseId }
    : { result: 'paid_out', purchase_id: null }
}

/**
 * Ends an open grace whose user is locked: moves the balance, closes the link, and mails the leaver
 * unless an administrator holds the grace.
 */
export async function endLockedGrace(context: EndContext, grace: GraceRow): Promise<void> {
  const { trx, workspaceId, actor, at } = context
  const { user_id: userId } = grace
  const { timezone } = await findPolicy(trx, workspaceId)
  const hundredPoints = await findHundredPointsOf(trx, workspaceId, {
    userId,
    day: toLocalDay(at, timezone),
  })
  const balance = Math.max((await findWalletBalance(trx, workspaceId, userId)) ?? 0, 0)
  const worth = hundredPoints && worthOfPoints(balance, hundredPoints)
  const moved = await moveBalance(context, grace, balance, hundredPoints)
  await updateGrace(trx, workspaceId, grace.id, {
    ...moved,
    ended_at: at,
    points: balance,
    currency: worth?.currency ?? null,
    money_minor: worth?.minor ?? null,
    token_hash: null,
  })
  await audit(
    trx,
    actor ?? { workspace_id: workspaceId, user_id: null, kind: 'session' },
    'leaver.end',
    { user_id: userId, points: balance, result: moved.result ?? 'none' },
    at,
  )
  if (moved.result === null || grace.held_at) return
  const locale = await findLeaverLocale(trx, workspaceId, userId)
  await mailLeaver(trx, workspaceId, {
    userId,
    language: locale?.language ?? 'en',
    params: { news: 'ended', grace_id: grace.id },
    at,
  })
}

/**
 * Starts a grace that is due at once for points that came back after the end of the latest one,
 * such as those of a declined purchase; after a gift card the payroll pays them. Returns undefined
 * without points.
 */
async function startNextGrace(trx: Trx, latest: GraceRow, at: Date): Promise<GraceRow | undefined> {
  const { workspace_id: workspaceId, user_id: userId, held_at: heldAt } = latest
  if (((await findWalletBalance(trx, workspaceId, userId)) ?? 0) <= 0) return undefined
  await insertGrace(trx, {
    workspace_id: workspaceId,
    id: newId(at),
    user_id: userId,
    started_at: at,
    ends_at: at,
    // After an end without a mail, this one sends none either.
    held_at: heldAt,
    outcome: latest.outcome === 'return' ? 'return' : 'payroll',
  })
  return findLatestGrace(trx, workspaceId, userId)
}

/** Returns the open grace that is due, or a new one for points that came back after the end. */
async function findDueGrace(
  trx: Trx,
  workspaceId: string,
  userId: string,
  at: Date,
): Promise<GraceRow | undefined> {
  const latest = await findLatestGrace(trx, workspaceId, userId)
  if (!latest) return undefined
  if (latest.ended_at) return startNextGrace(trx, latest, at)
  return !latest.held_at && latest.ends_at <= at ? latest : undefined
}

/** Ends the grace of a leaver if it is due, once over all processes. Returns whether it did. */
export async function endDueGrace(
  services: EndServices,
  workspaceId: string,
  userId: string,
  at: Date,
): Promise<boolean> {
  const products = await loadPayoutProducts(services, workspaceId, userId)
  return services.db.tenant(workspaceId, async (trx) => {
    if (!(await lockLeaver(trx, workspaceId, userId, 'update'))) return false
    const grace = await findDueGrace(trx, workspaceId, userId, at)
    if (!grace) return false
    await endLockedGrace({ services, trx, workspaceId, actor: null, products, at }, grace)
    return true
  })
}

/**
 * Ends the grace of a user who is being erased and whose row is locked, also for points that came
 * back after its end. Without a name there is no gift card, so the payroll gets its value.
 */
export async function endGraceBeforeErasure(
  services: EndServices,
  trx: Trx,
  actor: Actor,
  userId: string,
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId } = actor
  // Somebody who has joined again has no grace.
  if (!(await lockLeaver(trx, workspaceId, userId, 'update'))) return
  const latest = await findLatestGrace(trx, workspaceId, userId)
  const grace = latest?.ended_at ? await startNextGrace(trx, latest, at) : latest
  if (!grace) return
  await endLockedGrace({ services, trx, workspaceId, actor, products: [], at }, grace)
}
