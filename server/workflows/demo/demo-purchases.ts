import { dayMs } from '#contract/durations.ts'
import { declineByAdmin, fulfilByAdmin, redeemReward } from '#server/modules/purchases/service.ts'
import { insertRewards } from '#server/modules/rewards/queries.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { allPermissions, createActor, createCall, noPermissions } from './demo-actors.ts'
import { teamRewardText } from './demo-texts.ts'
import { listPrices, listWallets, listWalletsAbove } from './queries.ts'

/** Creates purchases of the last weeks: fulfilled, declined, and a few that await a decision. */
export async function insertDemoPurchases(
  services: Services,
  workspaceId: string,
  ids: string[],
  at: Date,
): Promise<void> {
  const administrator = createActor(workspaceId, ids[0] ?? '', allPermissions)
  const rewards = await services.db.tenant(workspaceId, (trx) => listPrices(trx, workspaceId))
  const wallets = await services.db.tenant(workspaceId, (trx) => listWallets(trx, workspaceId))
  for (const [index, wallet] of wallets.slice(0, 12).entries()) {
    const reward = rewards
      .filter((candidate) => candidate.price <= wallet.balance)
      .at(-1 - (index % 3))
    if (!reward) continue
    const when = new Date(at.getTime() - (12 - index) * 2 * dayMs)
    const buyer = createActor(workspaceId, wallet.user_id, noPermissions)
    const purchase = await redeemReward(
      services,
      buyer,
      reward.id,
      { comment: reward.comment_required ? 'Size M, please, or the one you would choose.' : '' },
      createCall(buyer, when),
    )
    const decisionCall = createCall(administrator, new Date(when.getTime() + dayMs))
    if (index % 4 === 1)
      await declineByAdmin(
        services,
        administrator,
        purchase.id,
        'Sold out this month, sorry. Your points are back.',
        decisionCall,
      )
    else if (index < 8)
      await fulfilByAdmin(
        services,
        administrator,
        purchase.id,
        { force: false, note: '', code: '' },
        decisionCall,
      )
  }
}

/** Creates a team reward, partly filled over five days by people with points left. */
export async function insertDemoTeamReward(
  services: Services,
  workspaceId: string,
  ids: string[],
  at: Date,
): Promise<void> {
  const start = new Date(at.getTime() - 5 * dayMs)
  const { comments, ...reward } = teamRewardText
  const rewardId = newId(start)
  const wallets = await services.db.tenant(workspaceId, async (trx) => {
    await insertRewards(trx, [
      {
        workspace_id: workspaceId,
        id: rewardId,
        ...reward,
        category: 'group_activities',
        picture_file_id: null,
        available_amount: null,
        type: 'manual',
        reward_type: 'team',
        country: null,
        gift_card_value: null,
        deadline: new Date(at.getTime() + 24 * dayMs).toISOString().slice(0, 10),
        created_at: start,
        deleted_at: null,
      },
    ])
    return listWalletsAbove(trx, workspaceId, {
      min: 30,
      exceptUserId: ids[0] ?? '',
      limit: comments.length,
    })
  })
  for (const [index, { user_id: userId }] of wallets.entries()) {
    const when = new Date(start.getTime() + index * dayMs)
    const actor = createActor(workspaceId, userId, noPermissions)
    await redeemReward(
      services,
      actor,
      rewardId,
      { amount: 15 + 5 * index, comment: comments[index] ?? '' },
      createCall(actor, when),
    )
  }
}
