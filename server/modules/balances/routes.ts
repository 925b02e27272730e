import type { BalanceEntry } from '#contract/schemas/balances.ts'
import { findWalletBalance } from '#server/ledger/balances.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import { readsPublicOnly } from '#server/modules/posts/viewer.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { decodeCursor, encodeCursor } from '#server/platform/http/cursors.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { type MountRoute, toIdempotentCall } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { streamBalanceRows } from './export-rows.ts'
import { adjustBalance, adjustBalances } from './service.ts'
import { listEntries } from './queries.ts'

/**
 * Returns the balance of a user. Throws `not_found` without a wallet, `forbidden` unless the user
 * is the actor or the actor has `see_balances`.
 */
async function findVisibleBalance(trx: Trx, actor: Actor, userId: string): Promise<number> {
  const balance = await findWalletBalance(trx, actor.workspace_id, userId)
  if (balance === undefined) throwRefusal('not_found')
  if (userId !== actor.user_id && !actor.abilities.has('see_balances')) throwRefusal('forbidden')
  return balance
}

const postTypes = ['post', 'post_deleted', 'celebration', 'award']
const hasPost = (type: string): boolean => postTypes.includes(type)

export function mountBalances(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('coins.list', async ({ actor, params, query }) => {
    const { workspace_id: workspaceId } = actor
    const before = decodeCursor(query.cursor ?? query.next_cursor, 1)?.map(Number)[0]
    if (before !== undefined && !Number.isSafeInteger(before))
      throwRefusal('malformed', { field: 'cursor' })
    return db.readSnapshot(workspaceId, async (trx) => {
      const balance = await findVisibleBalance(trx, actor, params.id)
      const rows = await listEntries(trx, workspaceId, params.id, {
        before,
        limit: query.limit + 1,
        publicOnly: readsPublicOnly(actor),
      })
      const page = rows.slice(0, query.limit)
      const people = await loadPeople(
        trx,
        workspaceId,
        page.flatMap((row) => (row.actor_id ? [row.actor_id] : [])),
      )
      const items = page.map((row): BalanceEntry => ({
        id: row.movement_id,
        type: row.type as BalanceEntry['type'],
        amount: row.amount,
        balance: row.balance_after,
        created_at: row.created_at.toISOString(),
        comment: row.comment,
        post_id: hasPost(row.type) ? row.source_id : null,
        purchase_id: row.purchase_id,
        reward_title: row.title,
        actor: row.actor_id ? (people.get(row.actor_id) ?? null) : null,
      }))
      const last = page.at(-1)
      return {
        balance,
        items,
        next_cursor: rows.length > query.limit && last ? encodeCursor([last.sequence]) : null,
      }
    })
  })
  handle('coins.csv', async ({ actor, params, language, at }) => {
    await db.tenant(actor.workspace_id, async (trx) => {
      await findVisibleBalance(trx, actor, params.id)
      if (params.id !== actor.user_id)
        await audit(trx, actor, 'export.balance', { user_id: params.id }, at)
    })
    return streamBalanceRows(db, actor, params.id, language)
  })
  handle('coins.adjust', (call) =>
    adjustBalance(
      services,
      call.actor,
      call.params.id,
      call.body,
      toIdempotentCall('coins.adjust', call),
    ),
  )
  handle('coins.adjust_many', (call) =>
    adjustBalances(services, call.actor, call.body, toIdempotentCall('coins.adjust_many', call)),
  )
}
