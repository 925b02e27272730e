import { hash } from 'node:crypto'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'

/** What was asked, as 32 bytes: the same key with another request is a conflict. */
export function requestHash(route: string, params: unknown, body: unknown): Buffer {
  return hash('sha256', JSON.stringify([route, params ?? null, body ?? null]), 'buffer')
}

export type IdempotentCall = {
  workspace_id: string
  user_id: string
  key: string | null
  hash: Buffer
  at: Date
}

/**
 * Does `work` once for each Idempotency-Key, in `work`'s own transaction: the key exists if and
 * only if the effect does, so a refused request does not burn it. A twin in flight waits for the
 * first and gets its answer. Refuses with idempotency_mismatch when the key was used for another
 * request.
 */
export async function withIdempotency<T>(
  trx: Trx,
  call: IdempotentCall,
  work: () => Promise<T>,
): Promise<T> {
  if (call.key === null) return work()
  const { workspace_id: workspaceId, user_id: userId, key, hash, at } = call
  const taken = await trx
    .insertInto('idempotency_keys')
    .values({ workspace_id: workspaceId, user_id: userId, key, request_hash: hash, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const own = { workspace_id: workspaceId, user_id: userId, key }
  const row = trx.selectFrom('idempotency_keys').where((eb) => eb.and(own))
  if (taken.numInsertedOrUpdatedRows !== 1n) {
    const first = await row.select(['request_hash', 'response']).executeTakeFirst()
    if (!first || !first.request_hash.equals(hash)) throwRefusal('idempotency_mismatch')
    return first.response as T
  }
  const result = await work()
  await trx
    .updateTable('idempotency_keys')
    .set({ response: JSON.stringify(result) })
    .where((eb) => eb.and(own))
    .execute()
  return result
}

/**
 * The answer that a key already has, for work that cannot stand in one transaction (it asks a
 * provider): look here first, do the work, and keep its answer by `once`. Undefined where there is
 * none yet. Refuses with idempotency_mismatch.
 */
export async function findStoredResponse<T>(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId, key, hash }: IdempotentCall,
): Promise<T | undefined> {
  if (key === null) return undefined
  const first = await trx
    .selectFrom('idempotency_keys')
    .where((eb) => eb.and({ workspace_id: workspaceId, user_id: userId, key }))
    .select(['request_hash', 'response'])
    .executeTakeFirst()
  if (first && !first.request_hash.equals(hash)) throwRefusal('idempotency_mismatch')
  return (first?.response ?? undefined) as T | undefined
}
