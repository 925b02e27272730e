import type { InsertObject } from 'kysely'
import type { Trx } from './database.ts'
import type { Tables } from './tables.generated.ts'

/** Rows of one statement, which has at most 65,535 parameters. */
const rowsMax = 1_000

/** Yields rows in the numbers that one statement takes. */
export function* sliceRows<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += rowsMax)
    yield rows.slice(start, start + rowsMax)
}

/**
 * Inserts rows of one workspace with VALUES. An INSERT that reads arrays would be a COPY on Citus,
 * which row level security does not permit. `skipsExisting`: a row that conflicts with another one is
 * left out.
 */
export async function insertRows<T extends keyof Tables>(
  trx: Trx,
  table: T,
  rows: readonly InsertObject<Tables, T>[],
  { skipsExisting = false }: { skipsExisting?: boolean } = {},
): Promise<void> {
  for (const slice of sliceRows(rows))
    await trx
      .insertInto(table)
      .values(slice as never)
      .$if(skipsExisting, (query) => query.onConflict((conflict) => conflict.doNothing()))
      .execute()
}
