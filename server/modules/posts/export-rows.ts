import type { Language } from '#contract/schemas/common.ts'
import {
  canSeeEmails,
  loadExportPeople,
  selectExportColumns,
} from '#server/modules/users/export-people.ts'
import { listParticipants } from '#server/modules/people/participants.ts'
import { type TableRow, toDayCell } from '#server/platform/table-rows.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { listPostsForExport } from './export-queries.ts'
import { toViewer } from './viewer.ts'

const pageRows = 1_000
const tableColumns = [
  'date',
  'author',
  'author_email',
  'recipients',
  'recipients_email',
  'value',
  'points',
  'message',
  'likes',
  'private',
  'added_to',
] as const

/**
 * Returns the posts visible to the actor as table rows, newest first, of these days and this group.
 * Each page of 1,000 posts is read in its own transaction, so memory holds one page at most.
 */
export async function* streamPostRows(
  db: Database,
  actor: Actor,
  filter: { days: { from: string; to: string }; groupId: string | undefined },
  language: Language,
): AsyncGenerator<TableRow[]> {
  const { workspace_id: workspaceId } = actor
  const seesEmails = canSeeEmails(actor)
  const text = (key: string) => translate(language, 'exports', key)
  yield [selectExportColumns(tableColumns, seesEmails).map((column) => text(`posts.${column}`))]
  let before: string | undefined
  do {
    const from = before
    const { rows, people } = await db.readSnapshot(workspaceId, async (trx) => {
      const found = await listPostsForExport(trx, toViewer(actor), {
        ...filter,
        timezone: actor.timezone,
        before: from,
        limit: pageRows,
      })
      return {
        rows: found,
        people: await loadExportPeople(trx, workspaceId, found.flatMap(listParticipants), language),
      }
    })
    const { name, email } = people
    if (rows.length) {
      yield rows.map((row) => [
        toDayCell(row.day),
        row.from_id === null ? translate(language, 'common', 'company') : name(row.from_id),
        ...(seesEmails ? [row.from_id === null ? '' : email(row.from_id)] : []),
        row.to_ids.map(name).join(', '),
        ...(seesEmails ? [row.to_ids.map(email).join(', ')] : []),
        row.value,
        row.score,
        row.description,
        row.like_count,
        text(row.private ? 'yes' : 'no'),
        row.parent ?? '',
      ])
    }
    before = rows.length === pageRows ? rows.at(-1)?.id : undefined
  } while (before)
}
