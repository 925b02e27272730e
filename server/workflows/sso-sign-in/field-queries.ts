import { sql } from 'kysely'
import type { FieldSource } from '#server/modules/users/organization-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'

type CurrentFields = {
  first_name: string
  last_name: string
  job_title: string
  manager_id: string | null
  has_department: boolean
  field_sources: Record<string, FieldSource>
}

/** Returns the fields of a user that claims may fill, and where their values came from. */
export async function findEmptyFields(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<CurrentFields> {
  const { rows } = await sql<CurrentFields>`
    select first_name, last_name, job_title, manager_id, field_sources, exists (
      select 1 from group_members m where m.workspace_id = ${workspaceId} and m.user_id = ${userId}
        and m.kind = 'department' and m.left_at is null) as has_department
    from users where workspace_id = ${workspaceId} and id = ${userId}`.execute(trx)
  return (
    rows[0] ?? {
      first_name: '',
      last_name: '',
      job_title: '',
      manager_id: null,
      has_department: true,
      field_sources: {},
    }
  )
}
