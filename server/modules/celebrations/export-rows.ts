import type { Language } from '#contract/schemas/common.ts'
import { type TableRow, toDayCell } from '#server/platform/table-rows.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { listPreview } from './preview.ts'

const pageRows = 1_000
const columns = ['date', 'posts_on', 'kind', 'person', 'years', 'points', 'skipped', 'text']

/** Returns the celebrations of some days as table rows, in pages of a transaction each. */
export async function* streamCelebrationRows(
  db: Database,
  actor: Actor,
  days: { from: string; to: string },
  { language, at }: { language: Language; at: Date },
): AsyncGenerator<TableRow[]> {
  const text = (key: string) => translate(language, 'exports', `celebrations.${key}`)
  yield [columns.map((column) => text(column))]
  let after: [string, string, string] | undefined
  do {
    const from = after
    const { items, next } = await db.readSnapshot(actor.workspace_id, (trx) =>
      listPreview(trx, actor, { ...days, openOnly: false }, { after: from, limit: pageRows, at }),
    )
    if (items.length)
      yield items.map((item) => [
        toDayCell(item.date),
        toDayCell(item.posts_on),
        text(`kinds.${item.kind}`),
        item.user.name,
        item.years ?? '',
        item.skipped ? 0 : item.points,
        item.skipped ? text('away') : '',
        item.text,
      ])
    after = next
  } while (after)
}
