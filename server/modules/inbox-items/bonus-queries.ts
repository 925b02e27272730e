import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { runWithoutNestedLoops } from '#server/platform/database/without-nested-loops.ts'
import { newId } from '#server/platform/ids.ts'
import { inboxStatements } from './queries.ts'

/**
 * Adds an item about a paid bonus for everyone who got points, with one statement. Muting `thanks`
 * also mutes it.
 */
export async function addBonusToInboxes(
  trx: Trx,
  workspaceId: string,
  { bonusId, people, at }: { bonusId: string; people: number; at: Date },
): Promise<void> {
  const ids = Array.from({ length: people }, () => newId(at))
  const query = sql`
    insert into inbox_items (workspace_id, user_id, id, kind, bonus_id, points, created_at,
      updated_at)
    select u.workspace_id, u.id, (${ids}::uuid[])[row_number() over ()], 'bonus_received',
      y.bonus_id, y.points, ${at}::timestamptz, ${at}::timestamptz
    from users u
    join bonus_payments y on y.workspace_id = u.workspace_id and y.user_id = u.id
    where u.workspace_id = ${workspaceId} and y.bonus_id = ${bonusId}
      and ${inboxStatements.wants('thanks')}`
  await runWithoutNestedLoops(trx, query)
}
