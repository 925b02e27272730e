import { sql } from 'kysely'
import type { Trx } from './database.ts'

/**
 * Runs `work` in a savepoint of the transaction. When it throws, its writes are undone, and the
 * transaction can go on.
 */
export async function withSavepoint<T>(trx: Trx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(trx)
  try {
    return await work()
  } catch (error) {
    await sql`rollback to savepoint part`.execute(trx)
    throw error
  }
}
