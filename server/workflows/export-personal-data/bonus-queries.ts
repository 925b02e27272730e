import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { ExportedRow, ExportPage, ExportSubject } from './queries.ts'

/** Returns the bonuses paid to the user. */
export async function listBonuses(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: ExportSubject,
  { after, limit }: ExportPage,
): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select x.id, x.name as bonus, x.text, x.starts_on, x.ends_on, y.received, y.points, x.paid_at
    from bonus_payments y
    join bonuses x on x.workspace_id = y.workspace_id and x.id = y.bonus_id
    where y.workspace_id = ${workspaceId} and y.user_id = ${userId} and y.bonus_id > ${after}
    order by y.bonus_id limit ${sql.lit(limit)}`.execute(trx)
  return rows
}
