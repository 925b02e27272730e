import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'

export type DelegationRow = { delegate_id: string; starts_at: Date; ends_at: Date }

/** Returns the delegation of a person, also an ended one. */
export async function findDelegation(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<DelegationRow | undefined> {
  return trx
    .selectFrom('approval_delegates')
    .select(['delegate_id', 'starts_at', 'ends_at'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Sets the delegation of a person, or deletes it. */
export async function replaceDelegation(
  trx: Trx,
  workspaceId: string,
  userId: string,
  delegation: DelegationRow | null,
): Promise<void> {
  await trx
    .deleteFrom('approval_delegates')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute()
  if (delegation)
    await sql`
      insert into approval_delegates (workspace_id, user_id, delegate_id, starts_at, ends_at)
      values (${workspaceId}, ${userId}, ${delegation.delegate_id}, ${delegation.starts_at},
        ${delegation.ends_at})
      on conflict (workspace_id, user_id) do update set delegate_id = excluded.delegate_id,
        starts_at = excluded.starts_at, ends_at = excluded.ends_at`.execute(trx)
}
