import type { Reward } from '#contract/schemas/rewards.ts'
import { presentAudiences } from '#server/modules/audiences/load-audience.ts'
import { presentReward, type RewardRow } from '#server/modules/purchases/present.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** Returns rewards for their administrators, with two queries for all audiences. */
export async function presentRewards(
  trx: Trx,
  workspaceId: string,
  rows: RewardRow[],
): Promise<Reward[]> {
  const limited = rows.flatMap(({ id, audience }) => (audience ? [{ id, audience }] : []))
  const audiences = await presentAudiences(
    trx,
    workspaceId,
    limited.map(({ audience }) => audience),
  )
  const audienceById = new Map(limited.map(({ id }, index) => [id, audiences[index]]))
  return rows.map((row) => ({
    ...presentReward(row, workspaceId),
    audience: audienceById.get(row.id) ?? null,
  }))
}
