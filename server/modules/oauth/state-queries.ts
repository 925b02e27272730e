import type { Db } from '#server/platform/database/database.ts'
import { hashToken } from '#server/platform/ids.ts'

/** A record of the library without its secret id, and when it was used up. */
type StateRow = { payload: Record<string, unknown>; consumed_at: Date | null }
type NewState = {
  model: string
  id: string
  uid: string | undefined
  grant_id: string | undefined
  payload: Record<string, unknown>
  expires_at: Date
}

// The tables have no row level security: a record is found by its secret alone.
const findValidState = (
  db: Db,
  model: string,
  { column, secret }: { column: 'id_hash' | 'uid_hash'; secret: string },
  at: Date,
): Promise<StateRow | undefined> =>
  db
    .selectFrom('oauth_states')
    .select(['payload', 'consumed_at'])
    .$castTo<StateRow>()
    .where('model', '=', model)
    .where(column, '=', hashToken(secret))
    .where('expires_at', '>', at)
    .executeTakeFirst()

export async function findState(
  db: Db,
  model: string,
  id: string,
  at: Date,
): Promise<StateRow | undefined> {
  return findValidState(db, model, { column: 'id_hash', secret: id }, at)
}

/** Returns the record with a second identifier, which sessions of the library have. */
export async function findStateByUid(
  db: Db,
  model: string,
  uid: string,
  at: Date,
): Promise<StateRow | undefined> {
  return findValidState(db, model, { column: 'uid_hash', secret: uid }, at)
}

/** Inserts a record, or replaces that with the same id. */
export async function saveState(db: Db, state: NewState): Promise<void> {
  const values = {
    uid_hash: state.uid === undefined ? null : hashToken(state.uid),
    grant_id: state.grant_id ?? null,
    payload: JSON.stringify(state.payload),
    expires_at: state.expires_at,
  }
  await db
    .insertInto('oauth_states')
    .values({ model: state.model, id_hash: hashToken(state.id), ...values })
    .onConflict((conflict) => conflict.columns(['model', 'id_hash']).doUpdateSet(values))
    .execute()
}

/** Marks a record as used up. Returns whether this call was the first to do so. */
export async function consumeState(db: Db, model: string, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oauth_states')
    .set({ consumed_at: at })
    .where('model', '=', model)
    .where('id_hash', '=', hashToken(id))
    .where('consumed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteState(db: Db, model: string, id: string): Promise<void> {
  await db
    .deleteFrom('oauth_states')
    .where('model', '=', model)
    .where('id_hash', '=', hashToken(id))
    .execute()
}
