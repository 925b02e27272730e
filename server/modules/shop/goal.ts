import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { ShopReward } from '#contract/schemas/rewards.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { deleteGoal, findGoal, upsertGoal } from '#server/modules/reward-goals/queries.ts'
import { listShopRewards, type ShopServices } from './service.ts'

type Goal = { reward: ShopReward | null }

/** Returns the reward that the actor saves for, if the shop offers it. */
export async function loadGoal(
  services: ShopServices,
  trx: Trx,
  actor: Actor,
  at: Date,
): Promise<Goal> {
  const id = await findGoal(trx, actor.workspace_id, actor.user_id)
  const [reward = null] = id === null ? [] : await listShopRewards(services, trx, actor, at, { id })
  return { reward }
}

/**
 * Makes a reward of the shop the goal of the actor, which keeps its price for some days; null ends
 * it. Throws not_found.
 */
export async function setGoal(
  services: ShopServices,
  trx: Trx,
  actor: Actor,
  rewardId: string | null,
  at: Date,
): Promise<Goal> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  if (rewardId === null) {
    await deleteGoal(trx, workspaceId, userId)
    return { reward: null }
  }
  const [offered] = await listShopRewards(services, trx, actor, at, { id: rewardId })
  if (!offered) return throwRefusal('not_found')
  const priceUntil = new Date(at.getTime() + limits.goal_price_days * dayMs)
  await upsertGoal(trx, workspaceId, userId, { rewardId, at, priceUntil })
  return loadGoal(services, trx, actor, at)
}
