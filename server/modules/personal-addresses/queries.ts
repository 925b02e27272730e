import type { Trx } from '#server/platform/database/database.ts'

/** Returns the encrypted personal address of a user, and their work address. */
export function findAddresses(trx: Trx, workspaceId: string, userId: string) {
  return trx
    .selectFrom('users')
    .leftJoin('personal_addresses', (join) =>
      join
        .onRef('personal_addresses.workspace_id', '=', 'users.workspace_id')
        .onRef('personal_addresses.user_id', '=', 'users.id'),
    )
    .where('users.workspace_id', '=', workspaceId)
    .where('users.id', '=', userId)
    .select(['users.email', 'personal_addresses.address'])
    .executeTakeFirst()
}

export async function saveAddress(
  trx: Trx,
  address: { workspace_id: string; user_id: string; address: Buffer; updated_at: Date },
): Promise<void> {
  await trx
    .insertInto('personal_addresses')
    .values(address)
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'user_id']).doUpdateSet((eb) => ({
        address: eb.ref('excluded.address'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .execute()
}

export async function deleteAddress(trx: Trx, workspaceId: string, userId: string): Promise<void> {
  await trx
    .deleteFrom('personal_addresses')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute()
}
