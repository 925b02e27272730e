import type { Purchase, PurchaseEvent } from '#contract/rewards.ts'
import { move, settle } from '#server/ledger/ledger.ts'
import { enqueueMails } from '#server/modules/notifications/outbox.ts'
import { readersOfDecisions } from '#server/modules/notifications/queries.ts'
import { audit } from '#server/platform/audit.ts'
import type { Database, Trx } from '#server/platform/database.ts'
import { fail } from '#server/platform/errors.ts'
import { type IdempotentCall, once } from '#server/platform/idempotency.ts'
import { dayOf } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/sessions.ts'
import { tellPurchase } from './news.ts'
import { complete, contributed } from './team.ts'
import {
  hold,
  lockPurchase,
  lockReward,
  type PurchaseRecord,
  record,
  rollup,
  shown,
  type Work,
  workOf,
} from './work.ts'

type Deciding = Pick<Services, 'db' | 'events'>
type Part = { id: string; user_id: string; amount: number; day: string }

/**
 * The parts that still hold points, in the order that wallets are locked in; of one person alone if
 * one is given.
 */
async function openParts(
  { trx, workspace_id }: Work,
  purchase_id: string,
  user_id?: string,
): Promise<Part[]> {
  return trx
    .selectFrom('contributions')
    .select(['id', 'user_id', 'amount', 'day'])
    .where('workspace_id', '=', workspace_id)
    .where('purchase_id', '=', purchase_id)
    .where('status', 'in', ['pending', 'purchased'])
    .$if(user_id !== undefined, (query) => query.where('user_id', '=', user_id ?? ''))
    .orderBy('user_id')
    .orderBy('id')
    .execute()
}

async function setParts(
  { trx, workspace_id }: Work,
  parts: Part[],
  status: 'fulfilled' | 'declined',
): Promise<void> {
  if (!parts.length) return
  await trx
    .updateTable('contributions')
    .set({ status })
    .where('workspace_id', '=', workspace_id)
    .where(
      'id',
      'in',
      parts.map((part) => part.id),
    )
    .execute()
}

/** Gives parts back to those they came from, and takes them out of the reports. */
async function giveBack(
  work: Work,
  purchase: PurchaseRecord,
  parts: Part[],
  type: 'purchase_declined' | 'purchase_canceled',
  comment: string,
): Promise<void> {
  const { trx, workspace_id, actor_id, at } = work
  await setParts(work, parts, 'declined')
  for (const part of parts) {
    await move(
      trx,
      { workspace_id, type, source_id: part.id, actor_id, at, comment, demo: purchase.demo },
      [{ user_id: part.user_id, amount: part.amount }],
      'held',
    )
    await rollup(work, part.day, part.user_id, -part.amount)
  }
}

type End = { status: 'fulfilled' } | { status: 'declined'; canceled: boolean; reason: string }
/** Ends a purchase. One that is declined gives its place in the stock back. */
async function close(
  { trx, workspace_id, actor_id, at }: Work,
  purchase: PurchaseRecord,
  end: End,
): Promise<void> {
  await trx
    .updateTable('purchases')
    .set({
      status: end.status,
      status_changed_at: at,
      decided_by: actor_id,
      ...(end.status === 'declined'
        ? { decline_reason: end.reason, canceled_at: end.canceled ? at : null }
        : {}),
    })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', purchase.id)
    .execute()
  if (end.status === 'declined') {
    await trx
      .updateTable('rewards')
      .set((eb) => ({ available_amount: eb('available_amount', '+', 1) }))
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', purchase.reward_id)
      .where('available_amount', 'is not', null)
      .execute()
  }
}

async function tellBuyers(
  { trx, workspace_id, at }: Work,
  purchase_id: string,
  parts: Part[],
  event: PurchaseEvent['type'],
): Promise<void> {
  const readers = await readersOfDecisions(
    trx,
    workspace_id,
    parts.map((part) => part.user_id),
  )
  await enqueueMails(
    trx,
    workspace_id,
    readers.map((reader) =>
      event === 'fulfilled'
        ? { ...reader, kind: 'reward_fulfilled', params: { purchase_id } }
        : {
            ...reader,
            kind: 'reward_declined',
            params: { purchase_id, ...(event === 'expired' ? { expired: true } : {}) },
          },
    ),
    at,
  )
}

/** Hands a purchase out: held points are redeemed, and its buyers are told. */
export async function handOut(work: Work, purchase: PurchaseRecord): Promise<void> {
  const parts = await openParts(work, purchase.id)
  await close(work, purchase, { status: 'fulfilled' })
  await setParts(work, parts, 'fulfilled')
  for (const part of parts)
    await settle(
      work.trx,
      {
        workspace_id: work.workspace_id,
        source_id: part.id,
        actor_id: work.actor_id,
        at: work.at,
        demo: purchase.demo,
      },
      part.amount,
    )
  await record(work, purchase.id, 'fulfilled')
  await tellBuyers(work, purchase.id, parts, 'fulfilled')
}

/**
 * Everybody gets their part back: by an administrator with a reason, because the deadline has
 * passed, or because there is no gift card.
 */
export async function turnDown(
  work: Work,
  purchase: PurchaseRecord,
  event: 'declined' | 'expired' | 'failed',
  reason: string,
): Promise<void> {
  const parts = await openParts(work, purchase.id)
  await close(work, purchase, { status: 'declined', canceled: false, reason })
  await giveBack(work, purchase, parts, 'purchase_declined', reason)
  await record(work, purchase.id, event)
  await tellBuyers(work, purchase.id, parts, event)
}

/** One person takes their parts out again. The last one out cancels the purchase. */
async function stepOut(work: Work, purchase: PurchaseRecord, user_id: string): Promise<void> {
  const parts = await openParts(work, purchase.id, user_id)
  if (!parts.length) return
  const last =
    purchase.reward_type === 'individual' ||
    (await openParts(work, purchase.id)).length === parts.length
  if (last) await close(work, purchase, { status: 'declined', canceled: true, reason: '' })
  await giveBack(work, purchase, parts, 'purchase_canceled', '')
  if (purchase.reward_type === 'team')
    await record(
      work,
      purchase.id,
      'withdrawn',
      parts.reduce((sum, part) => sum + part.amount, 0),
      user_id,
    )
  if (last) await record(work, purchase.id, 'canceled', null, user_id)
}

/**
 * One decision as a call makes it: by somebody who is still there, on the locked purchase, once for
 * each key.
 */
async function decided(
  deciding: Deciding,
  actor: Actor,
  id: string,
  call: IdempotentCall,
  decide: (work: Work, purchase: PurchaseRecord) => Promise<void>,
): Promise<Purchase> {
  const purchase = await deciding.db.tenant(actor.workspace_id, async (trx) => {
    await hold(trx, actor)
    return once(trx, call, async () => {
      const work = workOf(trx, actor, call.at)
      await decide(work, await lockPurchase(work, id))
      return shown(trx, actor, id)
    })
  })
  tellPurchase(deciding, actor.workspace_id, [...purchase.user_ids, actor.user_id])
  return purchase
}

/**
 * What waits for an administrator: a manual reward that somebody redeemed, or that a team has
 * filled. A gift card goes its own way.
 */
const waits = (purchase: PurchaseRecord) =>
  purchase.type === 'manual' &&
  purchase.status === (purchase.reward_type === 'team' ? 'purchased' : 'pending')
const fills = (purchase: PurchaseRecord) =>
  purchase.type === 'manual' && purchase.reward_type === 'team' && purchase.status === 'pending'

/**
 * Hands a purchase out: held points are redeemed. `force` buys a team reward that is not full yet,
 * the company covering the rest; it is handed out by a second call. Throws team_reward_underfunded
 * for one that is not full without `force`, and conflict for one that does not fill up any more
 * with it.
 */
export async function fulfil(
  deciding: Deciding,
  actor: Actor,
  id: string,
  force: boolean,
  call: IdempotentCall,
): Promise<Purchase> {
  return decided(deciding, actor, id, call, async (work, purchase) => {
    const audited = (action: string, details: object = {}) =>
      audit(work.trx, actor, action, { purchase_id: id, ...details }, call.at)
    if (fills(purchase)) {
      const company_part = purchase.price - (await contributed(work, id))
      if (!force) fail('team_reward_underfunded', { params: { missing: company_part } })
      await complete(work, id, company_part)
      return audited('purchase.forced', { company_part })
    }
    if (!waits(purchase)) fail('purchase_decided')
    if (force && purchase.reward_type === 'team') fail('conflict')
    await handOut(work, purchase)
    return audited('purchase.fulfilled')
  })
}

/** Declines a purchase with a reason: the points go back. */
export async function decline(
  deciding: Deciding,
  actor: Actor,
  id: string,
  reason: string,
  call: IdempotentCall,
): Promise<Purchase> {
  return decided(deciding, actor, id, call, async (work, purchase) => {
    if (!waits(purchase) && !fills(purchase)) fail('purchase_decided')
    await turnDown(work, purchase, 'declined', reason)
    await audit(work.trx, actor, 'purchase.declined', { purchase_id: id }, call.at)
  })
}

/**
 * The buyer's own way out while it is pending; out of a team purchase each contributor goes alone.
 */
export async function cancel(
  deciding: Deciding,
  actor: Actor,
  id: string,
  call: IdempotentCall,
): Promise<Purchase> {
  return decided(deciding, actor, id, call, async (work, purchase) => {
    const parts = await work.trx
      .selectFrom('contributions')
      .select('status')
      .where('workspace_id', '=', work.workspace_id)
      .where('purchase_id', '=', id)
      .where('user_id', '=', actor.user_id)
      .execute()
    if (!parts.length) fail('not_found')
    if (
      purchase.type === 'automatic' ||
      purchase.status !== 'pending' ||
      !parts.some((part) => part.status === 'pending')
    )
      fail('purchase_decided')
    await stepOut(work, purchase, actor.user_id)
  })
}

/**
 * Cancels what somebody who leaves for good still waits for: the points go back, the stock too. The
 * caller holds that user's row (for no key update), so that nothing new begins. Everything is
 * locked before the first point moves.
 */
export async function cancelAllOf(
  trx: Trx,
  actor: Actor,
  user_id: string,
  at: Date,
): Promise<void> {
  const work = workOf(trx, actor, at)
  const { workspace_id } = work
  const open = await trx
    .selectFrom('purchases')
    .select(['id', 'reward_id', 'reward_type'])
    .where('workspace_id', '=', workspace_id)
    .where('status', '=', 'pending')
    .where('type', '=', 'manual')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('contributions')
          .select('contributions.id')
          .where('contributions.workspace_id', '=', workspace_id)
          .where('contributions.user_id', '=', user_id)
          .where('contributions.status', '=', 'pending')
          .whereRef('contributions.purchase_id', '=', 'purchases.id'),
      ),
    )
    .orderBy('id')
    .execute()
  const shared = open
    .filter((purchase) => purchase.reward_type === 'team')
    .map((purchase) => purchase.reward_id)
  for (const reward_id of [...new Set(shared)].sort()) await lockReward(work, reward_id)
  const locked: PurchaseRecord[] = []
  for (const { id } of open) locked.push(await lockPurchase(work, id))
  for (const purchase of locked)
    if (purchase.status === 'pending') await stepOut(work, purchase, user_id)
}

/**
 * Declines a team purchase whose deadline has passed, if it still fills up. Answers whether it did.
 */
export async function expire(
  db: Database,
  workspace_id: string,
  id: string,
  at: Date,
): Promise<boolean> {
  return db.tenant(workspace_id, async (trx) => {
    const { timezone } = await trx
      .selectFrom('settings')
      .select('timezone')
      .where('workspace_id', '=', workspace_id)
      .executeTakeFirstOrThrow()
    const work: Work = { trx, workspace_id, timezone, actor_id: null, at }
    const purchase = await lockPurchase(work, id)
    if (!fills(purchase) || purchase.deadline === null || purchase.deadline >= dayOf(at, timezone))
      return false
    await turnDown(work, purchase, 'expired', '')
    return true
  })
}
