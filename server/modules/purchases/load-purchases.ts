import type { Purchase } from '#contract/schemas/rewards.ts'
import { loadPeople } from '#server/modules/users/load-people.ts'
import { encodeCursor } from '#server/platform/http/cursors.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { listContributions } from './contribution-queries.ts'
import { presentPurchase, type PurchaseRow } from './present.ts'
import {
  findPurchaseRow,
  listPurchaseEvents,
  listPurchaseRows,
  type PurchaseFilter,
} from './queries.ts'

/**
 * Returns purchases with contributions, history and people, with three queries regardless of the
 * page's length.
 */
async function presentPurchases(trx: Trx, actor: Actor, rows: PurchaseRow[]): Promise<Purchase[]> {
  if (!rows.length) return []
  const ids = rows.map((row) => row.id)
  const [parts, events] = await Promise.all([
    listContributions(trx, actor.workspace_id, ids),
    listPurchaseEvents(trx, actor.workspace_id, ids),
  ])
  const people = await loadPeople(trx, actor.workspace_id, [
    ...parts.map((part) => part.user_id),
    ...events.flatMap((event) => event.actor_id ?? []),
  ])
  const belongsTo = (id: string) => (row: { purchase_id: string }) => row.purchase_id === id
  return rows.map((row) =>
    presentPurchase(
      row,
      parts.filter(belongsTo(row.id)),
      events.filter(belongsTo(row.id)),
      people,
      actor,
    ),
  )
}

export async function findPurchase(
  trx: Trx,
  actor: Actor,
  id: string,
): Promise<Purchase | undefined> {
  const row = await findPurchaseRow(trx, actor.workspace_id, id)
  return row && (await presentPurchases(trx, actor, [row]))[0]
}

/** Returns a purchase as the actor sees it after a change. */
export async function loadPurchase(trx: Trx, actor: Actor, id: string): Promise<Purchase> {
  const purchase = await findPurchase(trx, actor, id)
  if (!purchase) throw new Error('purchase missing')
  return purchase
}

/**
 * Returns a page of purchases, pending first, then newest: those of the team, or the actor's own. A
 * declined purchase also counts as own after a withdrawal.
 */
export async function listPurchases(
  trx: Trx,
  actor: Actor,
  input: PurchaseFilter & { own: boolean; after?: unknown[] | undefined; limit: number },
): Promise<{ items: Purchase[]; next_cursor: string | null }> {
  const { own, after, limit, status, type, reward_type: rewardType } = input
  const rows = await listPurchaseRows(trx, actor.workspace_id, {
    status,
    type,
    reward_type: rewardType,
    userId: own ? actor.user_id : undefined,
    after: after && { pending: after[0] === true, id: String(after[1]) },
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: await presentPurchases(trx, actor, page),
    next_cursor:
      rows.length > limit && last ? encodeCursor([last.status === 'pending', last.id]) : null,
  }
}
