import type { Language } from '#contract/schemas/common.ts'
import type { QueryOf } from '#contract/routes/index.ts'
import { loadPeople } from '#server/modules/users/load-people.ts'
import { formatCsvLine } from '#server/platform/csv.ts'
import type { Database } from '#server/platform/database/database.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { listPostsForExport } from './export-queries.ts'
import { toViewer } from './viewer.ts'

const pageRows = 1_000
const csvColumns = [
  'date',
  'author',
  'recipients',
  'value',
  'points',
  'message',
  'likes',
  'private',
  'added_to',
] as const

/**
 * Returns the posts visible to the actor as CSV lines, newest first, for the last `days` days with
 * today. Each page of 1,000 posts is read in its own transaction, so memory holds one page at most.
 */
export async function* streamPostsCsv(
  db: Database,
  actor: Actor,
  { days }: QueryOf<'posts.csv'>,
  at: Date,
  language: Language,
): AsyncGenerator<string> {
  const { workspace_id: workspaceId, timezone } = actor
  const text = (key: string) => translate(language, 'exports', key)
  const since = Temporal.PlainDate.from(toLocalDay(at, timezone))
    .subtract({ days: days - 1 })
    .toString()
  yield formatCsvLine(csvColumns.map((column) => text(`posts.${column}`)))
  let before: string | undefined
  do {
    const from = before
    const { rows, people } = await db.tenant(workspaceId, async (trx) => {
      const found = await listPostsForExport(trx, toViewer(actor), {
        since,
        before: from,
        limit: pageRows,
      })
      return {
        rows: found,
        people: await loadPeople(
          trx,
          workspaceId,
          found.flatMap((row) => [row.from_id, ...row.to_ids]),
        ),
      }
    })
    const name = (id: string) => people.get(id)?.name || translate(language, 'common', 'former')
    if (rows.length) {
      yield rows
        .map((row) =>
          formatCsvLine([
            row.day,
            name(row.from_id),
            row.to_ids.map(name).join(', '),
            row.value,
            row.score,
            row.description,
            row.like_count,
            text(row.private ? 'yes' : 'no'),
            row.parent ?? '',
          ]),
        )
        .join('')
    }
    before = rows.length === pageRows ? rows.at(-1)?.id : undefined
  } while (before)
}
