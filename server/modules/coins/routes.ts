import type { Entry } from '#contract/coins.ts'
import { peopleByIds } from '#server/modules/users/queries.ts'
import { decodeCursor, encodeCursor } from '#server/platform/cursors.ts'
import { fail } from '#server/platform/errors.ts'
import { type Handle, idempotent } from '#server/platform/http.ts'
import type { Services } from '#server/platform/services.ts'
import { adjustBalance } from './rules.ts'
import { listEntries } from './queries.ts'

export function mountCoins(handle: Handle, services: Services): void {
  const { db } = services
  handle('coins.list', async ({ actor, params, query }) => {
    const { workspace_id } = actor
    const before = decodeCursor(query.cursor ?? query.next_cursor, 1)?.map(Number)[0]
    if (before !== undefined && !Number.isSafeInteger(before)) fail('malformed', { field: 'cursor' })
    return db.tenant(workspace_id, async (trx) => {
      const wallet = await trx.selectFrom('wallets').select('balance').where('workspace_id', '=', workspace_id).where('user_id', '=', params.id).executeTakeFirst()
      if (!wallet) fail('not_found')
      if (params.id !== actor.user_id && !actor.abilities.has('see_balances')) fail('forbidden')
      const rows = await listEntries(trx, workspace_id, params.id, before, query.limit + 1)
      const page = rows.slice(0, query.limit)
      const people = await peopleByIds(trx, workspace_id, page.flatMap((row) => (row.actor_id ? [row.actor_id] : [])))
      const items = page.map((row): Entry => ({
        id: row.movement_id, type: row.type as Entry['type'], amount: row.amount, balance: row.balance_after, created_at: row.created_at.toISOString(),
        comment: row.comment, post_id: row.type.startsWith('post') ? row.source_id : null, purchase_id: row.purchase_id, reward_title: row.title,
        actor: row.actor_id ? (people.get(row.actor_id) ?? null) : null,
      }))
      const last = page.at(-1)
      return { balance: wallet.balance, items, next_cursor: rows.length > query.limit && last ? encodeCursor([last.sequence]) : null }
    })
  })
  handle('coins.adjust', (call) => adjustBalance(services, call.actor, call.params.id, call.body, idempotent('coins.adjust', call)))
}
