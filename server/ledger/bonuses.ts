import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'

/** The points of a person, and those received from colleagues, which decided about them. */
export type BonusPart = { user_id: string; received: number; points: number }

/**
 * Pays a bonus: issued points or its budget to wallets, with its payments. Throws bonus_paid for a
 * second payment, budget_unavailable and budget_overdrawn.
 */
export async function payBonus(
  trx: Trx,
  {
    workspaceId,
    bonusId,
    actorId,
    at,
    parts,
  }: { workspaceId: string; bonusId: string; actorId: string; at: Date; parts: BonusPart[] },
): Promise<void> {
  await sql`select bonus_pay(${workspaceId}, ${newId(at)}, ${bonusId}, ${actorId}, ${at},
    ${parts.map((part) => part.user_id)}::uuid[], ${parts.map(({ received }) => received)}::bigint[],
    ${parts.map(({ points }) => points)}::bigint[])`.execute(trx)
}
