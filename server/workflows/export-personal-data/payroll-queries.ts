import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { ExportedRow, ExportPage, ExportSubject } from './queries.ts'

/** Returns the lines of the user in payroll runs. Other purchases are in no run yet. */
export async function listPayrollLines(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: ExportSubject,
  { after, limit }: ExportPage,
): Promise<ExportedRow[]> {
  const { rows } = await sql<ExportedRow>`
    select l.id, r.number as run, l.purchase_id, l.corrects, l.employee_number, l.name, l.country,
      l.cost_center, l.day, l.category, l.points, l.currency, l.value_minor, l.taxable_minor,
      l.gross_up_minor, l.borne_by, l.tax_rate
    from payroll_lines l
    join payroll_runs r on r.workspace_id = l.workspace_id and r.id = l.run_id
    where l.workspace_id = ${workspaceId} and l.user_id = ${userId} and l.id > ${after}
    order by l.id limit ${sql.lit(limit)}`.execute(trx)
  return rows
}
