import type { Db, Trx } from '#server/platform/database/database.ts'

export async function findAccountBySub(
  db: Db | Trx,
  sub: string,
): Promise<{ id: string; email: string } | undefined> {
  return db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('google_sub', '=', sub)
    .executeTakeFirst()
}

/** Returns whether an account is linked to another `sub` of Google. */
export async function isLinkedElsewhere(db: Db, id: string, sub: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', id)
      .where('google_sub', '<>', sub)
      .executeTakeFirst()) !== undefined
  )
}

/** Links an account to Google's `sub`. Returns false if it is already linked to another. */
export async function linkGoogle(db: Db | Trx, id: string, sub: string): Promise<boolean> {
  await db
    .updateTable('accounts')
    .set({ google_sub: sub })
    .where('id', '=', id)
    .where('google_sub', 'is', null)
    .execute()
  return (await findAccountBySub(db, sub))?.id === id
}

export async function isNonceUsed(db: Db, nonceHash: Buffer): Promise<boolean> {
  return (
    (await db
      .selectFrom('used_google_nonces')
      .select('nonce_hash')
      .where('nonce_hash', '=', nonceHash)
      .executeTakeFirst()) !== undefined
  )
}

/** Marks a nonce as used. Returns false if it was used before, also under concurrent requests. */
export async function markNonceUsed(
  db: Db | Trx,
  nonce: { nonce_hash: Buffer; expires_at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_google_nonces')
    .values(nonce)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
