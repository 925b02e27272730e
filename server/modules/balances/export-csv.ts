import type { Language } from '#contract/schemas/common.ts'
import { loadPeople } from '#server/modules/users/load-people.ts'
import { formatCsvLine } from '#server/platform/csv.ts'
import type { Database } from '#server/platform/database/database.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { listEntries } from './queries.ts'

const pageRows = 1_000
const csvColumns = ['date', 'entry', 'reward', 'amount', 'balance', 'comment', 'by'] as const

/**
 * Returns a balance sheet as CSV lines, newest first, in `language`. Each page of 1,000 entries is
 * read in its own transaction, so memory holds one page at most.
 */
export async function* streamBalanceCsv(
  db: Database,
  actor: Actor,
  userId: string,
  language: Language,
): AsyncGenerator<string> {
  const { workspace_id: workspaceId, timezone } = actor
  const text = (key: string) => translate(language, 'exports', key)
  yield formatCsvLine(csvColumns.map((column) => text(`coins.${column}`)))
  let before: number | undefined
  do {
    const from = before
    const { rows, people } = await db.tenant(workspaceId, async (trx) => {
      const found = await listEntries(trx, workspaceId, userId, from, pageRows)
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
      yield rows
        .map((row) =>
          formatCsvLine([
            toLocalDay(row.created_at, timezone),
            text(`entry.${row.type}`),
            row.title,
            row.amount,
            row.balance_after,
            row.comment,
            name(row.actor_id),
          ]),
        )
        .join('')
    }
    before = rows.length === pageRows ? rows.at(-1)?.sequence : undefined
  } while (before)
}
