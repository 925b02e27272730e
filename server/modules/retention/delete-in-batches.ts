import { rowsPerBatch } from './batch.ts'

/**
 * Repeats `deleteBatch` until it deletes less than `rowsPerBatch` rows, so that every transaction is
 * short. Returns the number of deleted rows.
 */
export async function deleteInBatches(
  deleteBatch: () => Promise<number>,
  stopped: () => boolean,
): Promise<number> {
  for (let total = 0; ;) {
    const deleted = await deleteBatch()
    total += deleted
    if (deleted < rowsPerBatch || stopped()) return total
  }
}
