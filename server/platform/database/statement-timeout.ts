import { sql } from 'kysely'
import { minuteMs } from '#contract/durations.ts'
import type { Trx } from './database.ts'

/** The time that a statement over all rows of a large team may take. */
export const longStatementMs = 10 * minuteMs

/** Sets how long each statement of this transaction may take. */
export async function setStatementTimeout(trx: Trx, timeoutMs: number): Promise<void> {
  await sql`set local statement_timeout = ${sql.lit(timeoutMs)}`.execute(trx)
}
