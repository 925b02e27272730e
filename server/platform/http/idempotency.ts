import { hash } from 'node:crypto'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'

/** Returns a hash of a request in 32 bytes: the same key with another request is a conflict. */
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
 * Runs `work` once for each Idempotency-Key, in the transaction of `work`: the key exists if and
 * only if the effect does, so a refused request does not consume it. A concurrent duplicate waits
 * for the first call and gets its answer. Throws idempotency_mismatch when the key was used for
 * another request.
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
    const first = await row
      .select([
        'request_hash',
        'response',
        (eb) => eb('response', 'is not', null).as('is_answered'),
      ])
      .executeTakeFirst()
    if (!first || !first.request_hash.equals(hash)) throwRefusal('idempotency_mismatch')
    // `keepKey` leaves a key without an answer.
    if (first.is_answered) return first.response as T
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
 * Returns the stored answer of a key, for work that calls a provider and cannot run in one
 * transaction: check here first, do the work, store its answer by `withIdempotency`. Undefined when
 * there is none yet. Throws idempotency_mismatch.
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

/**
 * Keeps the key of a call that is about to act at a provider, in a transaction of its own. If the
 * process dies before the answer is stored, `findKeptKey` tells a repeated call so. `dropKey` frees
 * the key of a call that the provider refused.
 */
export async function keepKey(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId, key, hash, at }: IdempotentCall,
): Promise<void> {
  if (key === null) return
  await trx
    .insertInto('idempotency_keys')
    .values({ workspace_id: workspaceId, user_id: userId, key, request_hash: hash, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns when an earlier attempt of a call kept its key without storing an answer. */
export async function findKeptKey(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId, key, hash }: IdempotentCall,
): Promise<Date | undefined> {
  if (key === null) return undefined
  const row = await trx
    .selectFrom('idempotency_keys')
    .where((eb) => eb.and({ workspace_id: workspaceId, user_id: userId, key, request_hash: hash }))
    .where('response', 'is', null)
    .select('created_at')
    .executeTakeFirst()
  return row?.created_at
}

/** Frees a kept key without an answer. */
export async function dropKey(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId, key }: IdempotentCall,
): Promise<void> {
  if (key === null) return
  await trx
    .deleteFrom('idempotency_keys')
    .where((eb) => eb.and({ workspace_id: workspaceId, user_id: userId, key }))
    .where('response', 'is', null)
    .execute()
}
