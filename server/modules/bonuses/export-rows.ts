import { limits } from '#contract/limits.ts'
import type { Language } from '#contract/schemas/common.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Database } from '#server/platform/database/database.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import type { TableRow } from '#server/platform/table-rows.ts'
import { requireBonus } from './load-bonuses.ts'
import { listShares } from './preview.ts'
import type { PaymentRow } from './queries.ts'

const pageRows = 1_000
const columns = ['person', 'received', 'points']

/** Returns who gets a bonus or got it. Throws not_found, and out_of_range for too many people. */
export const listExportedShares = (
  db: Database,
  actor: Actor,
  id: string,
  at: Date,
): Promise<PaymentRow[]> =>
  db.readSnapshot(actor.workspace_id, async (trx) => {
    const bonus = await requireBonus(trx, actor, id)
    return (await listShares(trx, actor, bonus, { limit: limits.bonus_people_max, at })).rows
  })

/** Returns the people of a bonus as table rows. Names are read in pages of a transaction each. */
export async function* streamBonusRows(
  db: Database,
  { workspace_id: workspaceId }: Actor,
  shares: PaymentRow[],
  language: Language,
): AsyncGenerator<TableRow[]> {
  yield [columns.map((column) => translate(language, 'exports', `bonuses.${column}`))]
  for (let start = 0; start < shares.length; start += pageRows) {
    const page = shares.slice(start, start + pageRows)
    const people = await db.readSnapshot(workspaceId, (trx) =>
      loadPeople(
        trx,
        workspaceId,
        page.map((row) => row.user_id),
      ),
    )
    yield page.map((row) => [
      people.get(row.user_id)?.name || translate(language, 'common', 'former'),
      row.received,
      row.points,
    ])
  }
}
