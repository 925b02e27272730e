import { sql } from 'kysely'
import type { BalanceEntryType } from '#contract/schemas/balances.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'

/**
 * A movement between one wallet and an account of the workspace. `sourceId` is its cause (a
 * contribution, an adjustment); the database rejects a second movement of the same type and source.
 */
export type Movement = {
  workspaceId: string
  sourceId: string
  userId: string
  /** Whole points, added to the wallet; negative values subtract. */
  points: number
  actorId: string | null
  at: Date
  comment?: string
  isDemo?: boolean
}

/**
 * Adds points to a wallet, against an account of the workspace, in the caller's transaction. Returns
 * the new balance. Throws not_enough_points when it would be negative.
 */
export async function movePoints(
  trx: Trx,
  type: BalanceEntryType,
  against: 'issued' | 'held' | 'redeemed',
  movement: Movement,
): Promise<number> {
  const { workspaceId, sourceId, userId, points, actorId, at } = movement
  const { rows } = await sql<{ balances: number[] }>`
    select balances::float8[] as balances from ledger_move(${workspaceId}, ${newId(at)}, ${type}, ${sourceId}, ${actorId}, ${at},
      ${movement.comment ?? ''}, ${movement.isDemo ?? false}, ${[userId]}::uuid[],
      ${[points]}::bigint[], ${against}, false) as balances`.execute(trx)
  return rows[0]?.balances[0] ?? 0
}
