import type { Insertable } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

/** Returns the key of a team and the team's name, unless the team has no key or is deleted. */
export function findBadgeKey(trx: Trx, workspaceId: string) {
  return trx
    .selectFrom('badge_keys')
    .innerJoin('workspaces', 'workspaces.id', 'badge_keys.workspace_id')
    .where('badge_keys.workspace_id', '=', workspaceId)
    .where('workspaces.deleted_at', 'is', null)
    .select(['badge_keys.private_key', 'badge_keys.public_key', 'workspaces.name'])
    .executeTakeFirst()
}

/** Stores the key of a team, unless it has one already. */
export async function insertBadgeKey(trx: Trx, key: Insertable<Tables['badge_keys']>) {
  await trx
    .insertInto('badge_keys')
    .values(key)
    .onConflict((conflict) => conflict.column('workspace_id').doNothing())
    .execute()
}
