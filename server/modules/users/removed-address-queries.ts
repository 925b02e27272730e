import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'

export async function insertRemovedAddress(
  trx: Trx,
  workspaceId: string,
  addressHash: Buffer,
  at: Date,
): Promise<void> {
  await trx
    .insertInto('removed_addresses')
    .values({ workspace_id: workspaceId, address_hash: addressHash, removed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteRemovedAddresses(
  trx: Trx,
  workspaceId: string,
  addressHashes: Buffer[],
): Promise<void> {
  await sql`
    delete from removed_addresses where workspace_id = ${workspaceId}
      and address_hash = any(${addressHashes}::bytea[])`.execute(trx)
}

export async function hasRemovedAddress(
  trx: Trx,
  workspaceId: string,
  addressHashes: Buffer[],
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from removed_addresses where workspace_id = ${workspaceId}
      and address_hash = any(${addressHashes}::bytea[]) limit 1`.execute(trx)
  return rows.length > 0
}
