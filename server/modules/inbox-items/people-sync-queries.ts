import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { addNotice } from './notice-queries.ts'

/**
 * Adds an item about a stopped or failed run of the sync for the people who manage the team. Returns
 * the ids of the users whose inbox changed.
 */
export async function addPeopleSyncToInboxes(
  trx: Trx,
  workspaceId: string,
  at: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.user_id as id from permissions p
    where p.workspace_id = ${workspaceId} and (p.global_administrator or p.account_administrator)
    order by p.user_id limit ${sql.lit(limits.people_sync_readers_max)}`.execute(trx)
  return addNotice(
    trx,
    workspaceId,
    'people_sync_stopped',
    { userIds: rows.map(({ id }) => id), actorId: null },
    { kind: 'people_sync_stopped', created_at: at },
  )
}
