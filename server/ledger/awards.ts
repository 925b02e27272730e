import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'

type GiftMovement = { workspaceId: string; giftId: string; actorId: string | null; at: Date }

/**
 * Holds points of a budget for a gift that awaits its approval: budget to held. Throws
 * budget_unavailable, budget_overdrawn.
 */
export async function holdAward(
  trx: Trx,
  {
    workspaceId,
    giftId,
    actorId,
    at,
    budgetId,
    points,
  }: GiftMovement & { budgetId: string; points: number },
): Promise<void> {
  await sql`select award_hold(${workspaceId}, ${newId(at)}, ${giftId}, ${actorId}, ${at},
    ${budgetId}, ${points})`.execute(trx)
}

/**
 * Releases the held points of a declined or withdrawn gift: held to its budget, or to the issued
 * points if the budget is closed or in another period since.
 */
export async function releaseAward(
  trx: Trx,
  { workspaceId, giftId, actorId, at }: GiftMovement,
): Promise<void> {
  await sql`select award_release(${workspaceId}, ${newId(at)}, ${giftId}, ${actorId}, ${at})`.execute(
    trx,
  )
}
