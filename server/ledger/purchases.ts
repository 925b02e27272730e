import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { type Movement, movePoints } from './move-points.ts'

/** A movement of a contribution to a purchase: `sourceId` is the contribution, `points` positive. */
export type ContributionMovement = Omit<Movement, 'comment'>

/**
 * Holds points of a buyer for a purchase: wallet to held. Throws not_enough_points when the balance
 * is too small.
 */
export async function hold(trx: Trx, movement: ContributionMovement): Promise<void> {
  await movePoints(trx, 'purchase', 'held', { ...movement, points: -movement.points })
}

/** Releases the held points of a declined or canceled purchase: held to wallet. */
export async function release(
  trx: Trx,
  outcome: 'purchase_declined' | 'purchase_canceled',
  movement: Movement,
): Promise<void> {
  await movePoints(trx, outcome, 'held', movement)
}

/** Returns the points of a fulfilled purchase: redeemed to wallet. */
export async function returnRedeemed(trx: Trx, movement: Movement): Promise<void> {
  await movePoints(trx, 'purchase_returned', 'redeemed', movement)
}

/** Settles the held points of a fulfilled purchase: held to redeemed. */
export async function settle(
  trx: Trx,
  {
    workspaceId,
    sourceId,
    points,
    actorId,
    at,
    isDemo = false,
  }: Omit<ContributionMovement, 'userId'>,
): Promise<void> {
  await sql`select ledger_settle(${workspaceId}, ${newId(at)}, 'purchase_fulfilled', ${sourceId},
    ${actorId}, ${at}, ${isDemo}, 'held', 'redeemed', ${points})`.execute(trx)
}
