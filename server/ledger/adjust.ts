import { sql } from 'kysely'
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
  const newIds = () => adjustments.map(() => newId(at))
  await sql`
    select ledger_move(${workspaceId}, o.id, 'adjust', o.source_id, ${actorId}, ${at}, '', false,
      array[o.user_id], array[o.points], 'issued', false)
    from unnest(${newIds()}::uuid[], ${newIds()}::uuid[],
      ${adjustments.map(({ userId }) => userId)}::uuid[],
      ${adjustments.map(({ points }) => points)}::bigint[]) with ordinality
      as o (id, source_id, user_id, points, position)
    order by o.position`.execute(trx)
}
