import { dayMs } from '#contract/durations.ts'
import type { RawBuilder } from 'kysely'

export const batchSize = 1_000

export const subtractDays = (at: Date, days: number) => new Date(at.getTime() - days * dayMs)

export const countAffectedRows = async (
  statement: RawBuilder<unknown>,
  trx: Parameters<RawBuilder<unknown>['execute']>[0],
) => Number((await statement.execute(trx)).numAffectedRows ?? 0)

/**
 * Repeats `deleteBatch` until it deletes less than `batchSize` rows, so that every transaction is
 * short. Returns the number of deleted rows.
 */
export async function deleteInBatches(
  deleteBatch: () => Promise<number>,
  stopped: () => boolean,
): Promise<number> {
  for (let total = 0; ;) {
    const deleted = await deleteBatch()
    total += deleted
    if (deleted < batchSize || stopped()) return total
  }
}
