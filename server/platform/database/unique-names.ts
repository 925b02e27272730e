import { sql } from 'kysely'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Trx } from './database.ts'

/**
 * Throws not_unique if a row of a table other than `exceptId` has a name, in any case. PostgreSQL
 * folds the letters, as the unique index of the table does: JavaScript folds İ and ς differently.
 */
export async function assertUniqueName(
  trx: Trx,
  table: 'allowance_rules' | 'attributes',
  workspaceId: string,
  { name, exceptId = null }: { name: string; exceptId?: string | null },
): Promise<void> {
  const { rows } = await sql`
    select from ${sql.table(table)}
    where workspace_id = ${workspaceId} and lower(name) = lower(${name})
      and id is distinct from ${exceptId}::uuid`.execute(trx)
  if (rows.length) throwRefusal('not_unique', { field: 'name' })
}
