import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

export async function isMigrationApplied(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from kysely_migration where name = ${name}`.execute(db)
  return rows.length > 0
}
