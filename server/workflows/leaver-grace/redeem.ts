import type { LeaverAccount } from '#contract/schemas/leavers.ts'
import { findGraceByToken, findPolicy, lockLeaver } from '#server/modules/leavers/queries.ts'
import { redeemReward } from '#server/modules/purchases/service.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { type RouteCall, toIdempotentCall } from '#server/platform/http/mount-routes.ts'
import { hashToken } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { buyerOf, loadAccount, openGrace } from './account.ts'

/**
 * Redeems an individual reward with the link of a grace, through the purchases of the shop. The
 * share lock on the user makes the end of the grace wait for it.
 */
export async function redeemAsLeaver(
  services: Services,
  call: RouteCall<'leavers.redeem'>,
): Promise<LeaverAccount> {
  const {
    at,
    body: { token, reward_id: rewardId, comment, price },
  } = call
  const grace = await openGrace(services, token, at)
  const { workspace_id: workspaceId, user_id: userId } = grace
  const { timezone } = await services.db.tenant(workspaceId, (trx) => findPolicy(trx, workspaceId))
  const buyer = buyerOf(grace, timezone)
  const lock = async (trx: Trx) => {
    const isLeaver = await lockLeaver(trx, workspaceId, userId, 'share')
    const current = isLeaver && (await findGraceByToken(trx, workspaceId, hashToken(token)))
    if (!current || current.ends_at <= at) throwRefusal('leaver_link_invalid')
  }
  await redeemReward(
    services,
    buyer,
    rewardId,
    { comment, price },
    toIdempotentCall('leavers.redeem', { ...call, actor: buyer }),
    { lock },
  )
  return loadAccount(services, grace, at)
}
