import type { ShopReward } from '#contract/rewards.ts'
import { balanceOf } from '#server/ledger/ledger.ts'
import { presentReward, type RewardRow } from '#server/modules/purchases/present.ts'
import { listPurchases, selectRewards } from '#server/modules/purchases/queries.ts'
import { cancel, redeem } from '#server/modules/purchases/rules.ts'
import { decodeCursor } from '#server/platform/cursors.ts'
import { fail } from '#server/platform/errors.ts'
import { type Handle, idempotent } from '#server/platform/http.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/sessions.ts'
import type { Trx } from '#server/platform/database.ts'

/** What is in the shop: alive, with an available amount above 0 (specification, section 5), cheapest first. */
function inShop(trx: Trx, workspace_id: string) {
  return selectRewards(trx, workspace_id)
    .where((eb) => eb.or([eb('rewards.available_amount', 'is', null), eb('rewards.available_amount', '>', 0)]))
    .where('rewards.type', '=', 'manual').where('rewards.reward_type', '=', 'individual')
    .orderBy('rewards.price').orderBy('rewards.id')
}

/** Puts beside each reward what stands between it and the reader. */
async function forReader(trx: Trx, actor: Actor, rows: RewardRow[]): Promise<ShopReward[]> {
  const balance = await balanceOf(trx, actor.workspace_id, actor.user_id)
  const once = rows.filter((row) => row.one_time).map((row) => row.id)
  const used = once.length ? await trx.selectFrom('contributions').select('reward_id').where('workspace_id', '=', actor.workspace_id)
    .where('user_id', '=', actor.user_id).where('status', '<>', 'declined').where('reward_id', 'in', once).execute() : []
  const taken = new Set(used.map((row) => row.reward_id))
  return rows.map((row) => {
    const missing_points = Math.max(row.price - balance, 0)
    const blocked = taken.has(row.id) ? 'one_time_used' as const : missing_points > 0 ? 'not_enough_points' as const : null
    return { ...presentReward(row, actor.workspace_id), missing_points, contributed: 0, contributors: [], blocked }
  })
}

export function mountShop(handle: Handle, services: Services): void {
  const { db } = services
  handle('shop.list', ({ actor, query }) => db.tenant(actor.workspace_id, async (trx) => {
    const rows = await inShop(trx, actor.workspace_id)
      .$if(query.category !== undefined, (all) => all.where('rewards.category', '=', query.category ?? 'uncategorised')).execute()
    return forReader(trx, actor, rows)
  }))
  handle('shop.get', ({ actor, params }) => db.tenant(actor.workspace_id, async (trx) => {
    const rows = await inShop(trx, actor.workspace_id).where('rewards.id', '=', params.id).execute()
    const [reward] = await forReader(trx, actor, rows)
    return reward ?? fail('not_found')
  }))
  handle('shop.redeem', (call) => redeem(services, call.actor, call.params.id, call.body, idempotent('shop.redeem', call)))
  handle('shop.purchases', ({ actor, query }) => db.tenant(actor.workspace_id, (trx) =>
    listPurchases(trx, actor, { own: true, status: query.status, after: decodeCursor(query.cursor, 2), limit: query.limit })))
  handle('shop.cancel', (call) => cancel(db, call.actor, call.params.id, idempotent('shop.cancel', call)))
}
