import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/database.ts'

/** Limit of the rows that one statement deletes, so that every transaction is short. */
export const rowsPerBatch = 1_000

export const batch = sql.lit(rowsPerBatch)

export const countDeleted = async (statement: RawBuilder<unknown>, db: Db | Trx): Promise<number> =>
  Number((await statement.execute(db)).numAffectedRows ?? 0)
