import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { type Movement, movePoints } from './move-points.ts'

/**
 * Adjusts a balance by hand: issued to wallet, or back for negative points. Returns the new balance.
 * Throws not_enough_points when it would be negative.
 */
export function adjust(trx: Trx, movement: Omit<Movement, 'sourceId'>): Promise<number> {
  return movePoints(trx, 'adjust', 'issued', { ...movement, sourceId: newId(movement.at) })
}
