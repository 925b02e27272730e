import { type QueryResult, type RawBuilder, sql } from 'kysely'
import type { Trx } from './database.ts'

/**
 * Runs a query that joins many rows of which the planner expects few: ids of an array, or rows that
 * the same transaction has written. With nested loops it might compare each row with each other one;
 * without them it hashes the rows.
 */
export async function runWithoutNestedLoops<Row>(
  trx: Trx,
  query: RawBuilder<Row>,
): Promise<QueryResult<Row>> {
  // The connection runs the statements in this order.
  const [, result] = await Promise.all([
    sql`set local enable_nestloop = off`.execute(trx),
    query.execute(trx),
    sql`set local enable_nestloop = on`.execute(trx),
  ])
  return result
}
