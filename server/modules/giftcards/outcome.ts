import { sql } from 'kysely'
import type { PurchaseEvent } from '#contract/rewards.ts'
import { move, settle } from '#server/ledger/ledger.ts'
import { enqueueMails } from '#server/modules/notifications/outbox.ts'
import { readersOfDecisions, readersOfRedemptions } from '#server/modules/notifications/queries.ts'
import { record as write, rollup, type Work } from '#server/modules/purchases/work.ts'
import type { Trx } from '#server/platform/database.ts'
import { errorText } from '#server/platform/texts.ts'

type Where = { trx: Trx; workspace_id: string; purchase_id: string; at: Date }
/** A change that nobody in the team makes. */
const workOf = ({ trx, workspace_id, at }: Where, timezone = 'UTC'): Work => ({ trx, workspace_id, timezone, actor_id: null, at })

/** What happened to a gift card, by nobody: the purchase's history. `amount` is in cents. */
export async function record({ trx, workspace_id, purchase_id, at }: Where, type: PurchaseEvent['type'], amount: number | null = null): Promise<void> {
  await write(workOf({ trx, workspace_id, purchase_id, at }), purchase_id, type, amount)
}

/** Ends the purchase, if it still waits; its one part with it. Locks purchase, stock, wallet, in this order, as the others do. */
async function end({ trx, workspace_id, purchase_id, at }: Where, status: 'fulfilled' | 'declined', set: { claim_url?: string | null; decline_reason?: string }) {
  const purchase = await trx.updateTable('purchases').set({ status, status_changed_at: at, decided_by: null, ...set })
    .where('workspace_id', '=', workspace_id).where('id', '=', purchase_id).where('status', '=', 'pending').returning(['reward_id', 'demo', 'created_by']).executeTakeFirst()
  if (!purchase) throw new Error(`purchase ${purchase_id} was decided while its gift card was on its way`)
  if (status === 'declined') {
    await trx.updateTable('rewards').set((eb) => ({ available_amount: eb('available_amount', '+', 1) }))
      .where('workspace_id', '=', workspace_id).where('id', '=', purchase.reward_id).where('available_amount', 'is not', null).execute()
  }
  const part = await trx.updateTable('contributions').set({ status }).where('workspace_id', '=', workspace_id).where('purchase_id', '=', purchase_id)
    .where('status', '=', 'pending').returning(['id', 'user_id', 'amount', 'created_at']).executeTakeFirstOrThrow()
  return { part, cause: { workspace_id, source_id: part.id, actor_id: null, at, demo: purchase.demo } }
}

async function tell({ trx, workspace_id, purchase_id, at }: Where, user_id: string, kind: 'reward_fulfilled' | 'reward_declined'): Promise<void> {
  const readers = await readersOfDecisions(trx, workspace_id, [user_id])
  await enqueueMails(trx, workspace_id, readers.map((reader) => ({ ...reader, kind, params: { purchase_id } })), at)
}

/** The gift card is there: held points are redeemed, and the buyer gets its link. */
export async function handOver(where: Where, claim_url: string): Promise<void> {
  const { part, cause } = await end(where, 'fulfilled', { claim_url })
  await settle(where.trx, cause, part.amount)
  await record(where, 'delivered')
  await record(where, 'fulfilled')
  await tell(where, part.user_id, 'reward_fulfilled')
}

const isToldOf = (reason: string): reason is 'payment_failed' | 'refused' | 'unavailable' => reason === 'payment_failed' || reason === 'refused' || reason === 'unavailable'

/** There will be no gift card: points and stock go back, and the buyer is told in their language. Administrators are told why, if they can mend it. */
export async function giveBack(where: Where, reason: string): Promise<void> {
  const { trx, workspace_id } = where
  const { rows: [reader] } = await sql<{ language: 'en'; timezone: string }>`select coalesce(u.language, s.language) as language, s.timezone
    from settings s join purchases p on p.workspace_id = s.workspace_id and p.id = ${where.purchase_id} left join users u on u.workspace_id = p.workspace_id and u.id = p.created_by
    where s.workspace_id = ${workspace_id}`.execute(trx)
  const decline_reason = errorText(reader?.language ?? 'en', 'purchase_failed', {})
  const { part, cause } = await end(where, 'declined', { decline_reason })
  await move(trx, { ...cause, type: 'purchase_declined', comment: decline_reason }, [{ user_id: part.user_id, amount: part.amount }], 'held')
  await rollup(workOf(where, reader?.timezone), part.created_at, part.user_id, -part.amount)
  await record(where, 'failed')
  await tell(where, part.user_id, 'reward_declined')
  if (!isToldOf(reason)) return
  const readers = await readersOfRedemptions(trx, workspace_id, part.user_id)
  await enqueueMails(trx, workspace_id, readers.map((reader) => ({ ...reader, kind: 'gift_failed', params: { purchase_id: where.purchase_id, reason } })), where.at)
}
