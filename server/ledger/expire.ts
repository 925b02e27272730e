import type { Trx } from '#server/platform/database/database.ts'
import { type Movement, movePoints } from './move-points.ts'

/** Returns expired points to the company: wallet to issued. `points` is positive. */
export async function expirePoints(
  trx: Trx,
  movement: Omit<Movement, 'comment' | 'isDemo' | 'actorId'>,
): Promise<void> {
  await movePoints(trx, 'expired', 'issued', {
    ...movement,
    actorId: null,
    points: -movement.points,
  })
}
