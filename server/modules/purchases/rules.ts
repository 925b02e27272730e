import { sql } from 'kysely'
import type { Purchase } from '#contract/rewards.ts'
import { move, settle } from '#server/ledger/ledger.ts'
import { enqueueMails } from '#server/modules/notifications/outbox.ts'
import { readersOfDecisions, readersOfRedemptions } from '#server/modules/notifications/queries.ts'
import { orderGiftCard } from '#server/modules/giftcards/order.ts'
import { audit } from '#server/platform/audit.ts'
import type { Database, Trx } from '#server/platform/database.ts'
import { fail } from '#server/platform/errors.ts'
import { type IdempotentCall, once } from '#server/platform/idempotency.ts'
import { newId } from '#server/platform/ids.ts'
import { dayOf } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/sessions.ts'
import { findPurchase } from './queries.ts'

type Selling = Pick<Services, 'db' | 'config' | 'giftcards'>
type Trxs = { trx: Trx; actor: Actor; at: Date }

/**
 * Locks are always taken in the order acting user, purchase, reward, wallet, rollup: no two of these rules deadlock, nor
 * does one with the deletion of a user. A share of the user's row stands in its way; the key shares of foreign keys, which
 * come in any order, do not. Who is gone when the turn comes does nothing any more.
 */
async function hold({ trx, actor }: Trxs): Promise<void> {
  const user = await trx.selectFrom('users').select('id').where('workspace_id', '=', actor.workspace_id).where('id', '=', actor.user_id)
    .where('state', '=', 'accepted').forShare().executeTakeFirst()
  if (!user) fail('unauthorized')
}

async function rollup({ trx, actor }: Trxs, day: string, user_id: string, points: number, purchases: number): Promise<void> {
  await sql`insert into daily_redemptions as d (workspace_id, day, user_id, points, purchases) values (${actor.workspace_id}, ${day}::date, ${user_id}, ${points}, ${purchases})
    on conflict (workspace_id, day, user_id) do update set points = d.points + excluded.points, purchases = d.purchases + excluded.purchases`.execute(trx)
}

async function shown(trx: Trx, actor: Actor, id: string): Promise<Purchase> {
  const purchase = await findPurchase(trx, actor, id)
  if (!purchase) throw new Error('purchase missing')
  return purchase
}

async function buy(services: Selling, work: Trxs, reward_id: string, input: { comment: string; price?: number | undefined }): Promise<Purchase> {
  const { trx, actor, at } = work
  const { workspace_id, user_id } = actor
  // Taking one of the stock and reading the reward is one write: the last unit goes to one buyer.
  const reward = await trx.updateTable('rewards').set((eb) => ({ available_amount: eb('available_amount', '-', 1) }))
    .where('workspace_id', '=', workspace_id).where('id', '=', reward_id).where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('available_amount', 'is', null), eb('available_amount', '>', 0)]))
    .returningAll().executeTakeFirst()
  if (!reward) {
    const known = await trx.selectFrom('rewards').select('id').where('workspace_id', '=', workspace_id).where('id', '=', reward_id).executeTakeFirst()
    return fail(known ? 'out_of_stock' : 'not_found')
  }
  if (reward.reward_type !== 'individual') fail('purchase_failed')
  if (input.price !== undefined && input.price !== reward.price) fail('price_changed', { field: 'price', params: { price: reward.price } })
  if (reward.comment_required && input.comment === '') fail('comment_required', { field: 'comment' })

  const [id, contribution_id] = [newId(at), newId(at)]
  // The wallet is locked from here on, so that the look at earlier purchases below sees every one of this buyer's.
  await move(trx, { workspace_id, type: 'purchase', source_id: contribution_id, actor_id: user_id, at }, [{ user_id, amount: -reward.price }], 'held')
  if (reward.one_time) {
    const earlier = await trx.selectFrom('contributions').select('id').where('workspace_id', '=', workspace_id).where('reward_id', '=', reward_id)
      .where('user_id', '=', user_id).where('status', '<>', 'declined').executeTakeFirst()
    if (earlier) fail('one_time_used')
  }
  await trx.insertInto('purchases').values({
    workspace_id, id, reward_id, status: 'pending', title: reward.title, emoji: reward.emoji, picture_file_id: reward.picture_file_id, price: reward.price,
    type: reward.type, reward_type: reward.reward_type, claim_url: null, created_by: user_id, decided_by: null, created_at: at, status_changed_at: at, canceled_at: null,
    product_id: reward.product_id, country: reward.country, gift_card_value: reward.gift_card_value,
  }).execute()
  await trx.insertInto('contributions').values({
    workspace_id, id: contribution_id, purchase_id: id, reward_id, user_id, amount: reward.price, status: 'pending', comment: input.comment, created_at: at,
  }).execute()
  await rollup(work, dayOf(at, actor.timezone), user_id, reward.price, 1)
  if (reward.type === 'automatic') {
    await orderGiftCard(services, trx, { workspace_id, purchase_id: id, user_id, offer: reward, at })
    return shown(trx, actor, id)
  }
  const readers = await readersOfRedemptions(trx, workspace_id, user_id)
  await enqueueMails(trx, workspace_id, readers.map((reader) => ({ ...reader, kind: 'reward_redeemed', params: { purchase_id: id } })), at)
  return shown(trx, actor, id)
}

/** Redeems a manual individual reward: the points go from the wallet to held. Refuses with the codes of `shop.redeem`. */
export async function redeem(services: Selling, actor: Actor, reward_id: string, input: { comment: string; price?: number | undefined }, call: IdempotentCall): Promise<Purchase> {
  return services.db.tenant(actor.workspace_id, async (trx) => {
    await hold({ trx, actor, at: call.at })
    return once(trx, call, () => buy(services, { trx, actor, at: call.at }, reward_id, input))
  })
}

type Decision = { status: 'fulfilled' } | { status: 'declined'; how: 'purchase_declined' | 'purchase_canceled'; reason: string }

/**
 * Decides a pending purchase, of `owner` alone if one is given. The status changes by one conditional write: of fulfil,
 * decline and cancel at once, one wins.
 */
async function decide(work: Trxs, id: string, decision: Decision, owner?: string): Promise<void> {
  const { trx, actor, at } = work
  const { workspace_id, user_id } = actor
  const canceled = decision.status === 'declined' && decision.how === 'purchase_canceled'
  let query = trx.updateTable('purchases').set({
    status: decision.status, status_changed_at: at, decided_by: user_id,
    ...(decision.status === 'declined' ? { decline_reason: decision.reason, canceled_at: canceled ? at : null } : {}),
  }).where('workspace_id', '=', workspace_id).where('id', '=', id)
  if (owner) query = query.where('created_by', '=', owner)
  const purchase = await query.where('status', '=', 'pending').where('type', '=', 'manual').returningAll().executeTakeFirst()
  if (!purchase) {
    let look = trx.selectFrom('purchases').select('id').where('workspace_id', '=', workspace_id).where('id', '=', id)
    if (owner) look = look.where('created_by', '=', owner)
    return fail((await look.executeTakeFirst()) ? 'purchase_decided' : 'not_found')
  }
  if (decision.status === 'declined') {
    await trx.updateTable('rewards').set((eb) => ({ available_amount: eb('available_amount', '+', 1) }))
      .where('workspace_id', '=', workspace_id).where('id', '=', purchase.reward_id).where('available_amount', 'is not', null).execute()
  }
  const parts = await trx.updateTable('contributions').set({ status: decision.status }).where('workspace_id', '=', workspace_id).where('purchase_id', '=', id)
    .where('status', '=', 'pending').returning(['id', 'user_id', 'amount']).execute()
  for (const part of parts) {
    const cause = { workspace_id, source_id: part.id, actor_id: user_id, at, demo: purchase.demo }
    if (decision.status === 'fulfilled') await settle(trx, cause, part.amount)
    else {
      await move(trx, { ...cause, type: decision.how, comment: decision.reason }, [{ user_id: part.user_id, amount: part.amount }], 'held')
      await rollup(work, dayOf(purchase.created_at, actor.timezone), part.user_id, -part.amount, -1)
    }
  }
  if (!canceled) {
    const readers = await readersOfDecisions(trx, workspace_id, parts.map((part) => part.user_id))
    await enqueueMails(trx, workspace_id, readers.map((reader) => ({ ...reader, kind: decision.status === 'fulfilled' ? 'reward_fulfilled' : 'reward_declined', params: { purchase_id: id } })), at)
  }
}

/** One decision as a call makes it: by somebody who is still there, once for each key, answering the purchase. */
async function decided(db: Database, actor: Actor, id: string, decision: Decision, call: IdempotentCall, owner?: string): Promise<Purchase> {
  return db.tenant(actor.workspace_id, async (trx) => {
    const work = { trx, actor, at: call.at }
    await hold(work)
    return once(trx, call, async () => {
      await decide(work, id, decision, owner)
      if (!owner) await audit(trx, actor, `purchase.${decision.status}`, { purchase_id: id }, call.at)
      return shown(trx, actor, id)
    })
  })
}

/** Hands a purchase out: held points are redeemed. */
export async function fulfil(db: Database, actor: Actor, id: string, call: IdempotentCall): Promise<Purchase> {
  return decided(db, actor, id, { status: 'fulfilled' }, call)
}
/** Declines a purchase with a reason: the points go back. */
export async function decline(db: Database, actor: Actor, id: string, reason: string, call: IdempotentCall): Promise<Purchase> {
  return decided(db, actor, id, { status: 'declined', how: 'purchase_declined', reason }, call)
}
/** The requester's own way out while it is pending. */
export async function cancel(db: Database, actor: Actor, id: string, call: IdempotentCall): Promise<Purchase> {
  return decided(db, actor, id, { status: 'declined', how: 'purchase_canceled', reason: '' }, call, actor.user_id)
}

/**
 * Cancels what somebody who leaves for good still waits for: the points go back, the stock too. The caller holds that
 * user's row (for no key update), so that nothing new begins. All of the purchases are locked before the first is decided.
 */
export async function cancelAllOf(trx: Trx, actor: Actor, user_id: string, at: Date): Promise<void> {
  const open = await trx.selectFrom('purchases').select('id').where('workspace_id', '=', actor.workspace_id).where('created_by', '=', user_id)
    .where('status', '=', 'pending').where('type', '=', 'manual').orderBy('id').forUpdate().execute()
  for (const { id } of open) await decide({ trx, actor, at }, id, { status: 'declined', how: 'purchase_canceled', reason: '' })
}
