import type { Trx } from '#server/platform/database/database.ts'
import { type Movement, movePoints } from './move-points.ts'

/** The end of a leaver's balance: `sourceId` is the grace, `points` positive. */
type LeaverMovement = Omit<Movement, 'comment' | 'isDemo'>

/** Returns points of a leaver to the company: wallet to issued. */
export async function lapse(trx: Trx, movement: LeaverMovement): Promise<void> {
  await movePoints(trx, 'lapsed', 'issued', { ...movement, points: -movement.points })
}

/** Pays points of a leaver out by the payroll: wallet to redeemed. */
export async function payOut(trx: Trx, movement: LeaverMovement): Promise<void> {
  await movePoints(trx, 'paid_out', 'redeemed', { ...movement, points: -movement.points })
}
