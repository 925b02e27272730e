import { CompiledQuery } from 'kysely'
import type { Database, Trx } from './database.ts'
import { type FunctionCall, toCallStatement } from './statements.ts'

/**
 * Calls an SQL function in one round trip and returns its value. A Database commits at once; a Trx
 * joins the caller's transaction.
 */
export async function callFunction<R>(db: Database | Trx, call: FunctionCall): Promise<R> {
  const { name, text, values } = toCallStatement(call)
  const [row] =
    'call' in db
      ? await db.call<{ result: R }>(name, text, values)
      : (await db.executeQuery<{ result: R }>(CompiledQuery.raw(text, values))).rows
  if (!row) throw new Error(`${name} returned no row`)
  return row.result
}
