import { type RawBuilder, sql } from 'kysely'
import type { InboxKind } from '#contract/schemas/inbox.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** Condition for users `u` who get this kind of item. Demo users have no inbox. */
export const wants = (kind: InboxKind) =>
  sql`u.state = 'accepted' and not u.demo and ${kind} <> all (u.inbox_muted)`

/** Runs a statement and returns the ids of its rows, each once. */
export async function collectUserIds(
  statement: RawBuilder<{ user_id: string }>,
  trx: Trx,
): Promise<string[]> {
  const { rows } = await statement.execute(trx)
  return [...new Set(rows.map((row) => row.user_id))]
}
