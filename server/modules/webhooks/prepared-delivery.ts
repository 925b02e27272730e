import type { Trx } from '#server/platform/database/database.ts'
import type { DeliveryOutcome } from './record-result.ts'

/**
 * A delivery after its transaction of preparation: with a call to make outside of it and a record of
 * the result, or already ended. `waiting`: it cannot be sent now, and its lease delays it.
 */
export type PreparedDelivery =
  | {
      state: 'prepared'
      send: () => Promise<DeliveryOutcome>
      /** Runs in the transaction that stores the result. */
      record?: (trx: Trx) => Promise<void>
    }
  | { state: 'delivered' | 'skipped' | 'waiting' }
