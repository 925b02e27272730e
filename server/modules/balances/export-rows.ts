import type { Language } from '#contract/schemas/common.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import { readsPublicOnly } from '#server/modules/posts/viewer.ts'
import { type TableRow, toDayCell } from '#server/platform/table-rows.ts'
import type { Database } from '#server/platform/database/database.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { listEntries } from './queries.ts'

const pageRows = 1_000
const tableColumns = ['date', 'entry', 'reward', 'amount', 'balance', 'comment', 'by'] as const

/**
 * Returns a balance sheet as table rows, newest first, in `language`. Each page of 1,000 entries is
 * read in its own transaction, so memory holds one page at most.
 */
export async function* streamBalanceRows(
  db: Database,
  actor: Actor,
  userId: string,
  language: Language,
): AsyncGenerator<TableRow[]> {
  const { workspace_id: workspaceId, timezone } = actor
  const text = (key: string) => translate(language, 'exports', key)
  yield [tableColumns.map((column) => text(`coins.${column}`))]
  let before: number | undefined
  do {
    const from = before
    const { rows, people } = await db.readSnapshot(workspaceId, async (trx) => {
      const found = await listEntries(trx, workspaceId, userId, {
        before: from,
        limit: pageRows,
        publicOnly: readsPublicOnly(actor),
      })
      return {
        rows: found,
        people: await loadPeople(
          trx,
          workspaceId,
          found.flatMap((row) => row.actor_id ?? []),
        ),
      }
    })
    const name = (id: string | null) =>
      id === null ? '' : people.get(id)?.name || translate(language, 'common', 'former')
    if (rows.length) {
      yield rows.map((row) => [
        toDayCell(toLocalDay(row.created_at, timezone)),
        text(`entry.${row.type}`),
        row.title,
        row.amount,
        row.balance_after,
        row.comment,
        name(row.actor_id),
      ])
    }
    before = rows.length === pageRows ? rows.at(-1)?.sequence : undefined
  } while (before)
}
