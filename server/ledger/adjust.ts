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

/**
 * Adjusts many balances, each with a movement of its own, in the order of `adjustments`. Throws
 * not_enough_points when one would be negative.
 */
export async function adjustMany(
  trx: Trx,
  adjustments: readonly { userId: string; points: number }[],
  { workspaceId, actorId, at }: Pick<Movement, 'workspaceId' | 'actorId' | 'at'>,
): Promise<void> {
  // They share one round trip. A statement for each, because Citus runs the function on the node of
  // the workspace only as a statement of its own.
  await Promise.all(
    adjustments.map((adjustment) => adjust(trx, { workspaceId, actorId, at, ...adjustment })),
  )
}
