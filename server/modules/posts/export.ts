import type { Language } from '#contract/common.ts'
import type { QueryOf } from '#contract/routes.ts'
import { peopleByIds } from '#server/modules/users/queries.ts'
import { csvLine } from '#server/platform/csv.ts'
import type { Database } from '#server/platform/database.ts'
import { dayOf } from '#server/platform/periods.ts'
import type { Actor } from '#server/platform/sessions.ts'
import { say } from '#server/platform/texts.ts'
import { exportPosts, viewerOf } from './queries.ts'

const page_rows = 1_000
const columns = [
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
 * Posts of the last days (today is one of them) as CSV, newest first, in the reader's words: what
 * the reader may see. Read page by page, each in a transaction of its own: however many there are,
 * no more than a page is held in memory.
 */
export async function* postsFile(
  db: Database,
  actor: Actor,
  { days }: QueryOf<'posts.csv'>,
  at: Date,
  language: Language,
): AsyncGenerator<string> {
  const { workspace_id, timezone } = actor
  const text = (key: string) => say(language, 'exports', key)
  const since = Temporal.PlainDate.from(dayOf(at, timezone))
    .subtract({ days: days - 1 })
    .toString()
  yield csvLine(columns.map((column) => text(`posts.${column}`)))
  let before: string | undefined
  do {
    const from = before
    const { rows, people } = await db.tenant(workspace_id, async (trx) => {
      const found = await exportPosts(trx, viewerOf(actor), {
        since,
        before: from,
        limit: page_rows,
      })
      return {
        rows: found,
        people: await peopleByIds(
          trx,
          workspace_id,
          found.flatMap((row) => [row.from_id, ...row.to_ids]),
        ),
      }
    })
    const name = (id: string) => people.get(id)?.name || say(language, 'common', 'former')
    if (rows.length) {
      yield rows
        .map((row) =>
          csvLine([
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
    before = rows.length === page_rows ? rows.at(-1)?.id : undefined
  } while (before)
}
