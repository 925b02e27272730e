import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** Returns the SAML connections of all teams to check: daily metadata, or an end before `until`. */
export async function listConnectionsToCheck(
  db: Db,
  until: Date,
): Promise<{ workspace_id: string; connection_id: string }[]> {
  const { rows } = await sql<{ workspace_id: string; connection_id: string }>`
    select workspace_id, connection_id from sso_upkeep_due(${until})`.execute(db)
  return rows
}
