import { dayMs } from '#contract/durations.ts'
import { listAbilities, type Permissions } from '#contract/permissions.ts'
import { declineByAdmin, fulfilByAdmin, redeemReward } from '#server/modules/purchases/service.ts'
import { insertRewards } from '#server/modules/rewards/queries.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { demoTimezone } from './demo-posts.ts'
import { teamRewardText } from './demo-texts.ts'
import { listPrices, listWallets, listWalletsAbove } from './queries.ts'

export const allPermissions: Permissions = {
  global_administrator: true,
  account_administrator: true,
  rewards_administrator: true,
  billing_administrator: true,
}
const noPermissions: Permissions = {
  global_administrator: false,
  account_administrator: false,
  rewards_administrator: false,
  billing_administrator: false,
}

/** Returns the actor of a request by this user. */
const createActor = (workspaceId: string, userId: string, permissions: Permissions): Actor => ({
  session_id: '',
  account_id: '',
  kind: 'session',
  scopes: [],
  workspace_id: workspaceId,
  user_id: userId,
  permissions,
  abilities: new Set(listAbilities(permissions)),
  limit_period: 'month',
  timezone: demoTimezone,
  language: 'en',
  billing_active: true,
  switches: { comments: true, reactions: true, add_ons: true },
  second_factor_missing: false,
})

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
    const call = { workspace_id: workspaceId, key: null, hash: Buffer.alloc(0), at: when }
    const buyer = createActor(workspaceId, wallet.user_id, noPermissions)
    const purchase = await redeemReward(
      services,
      buyer,
      reward.id,
      { comment: reward.comment_required ? 'Size M, please, or the one you would choose.' : '' },
      { ...call, user_id: wallet.user_id },
    )
    const decisionCall = {
      ...call,
      user_id: administrator.user_id,
      at: new Date(when.getTime() + dayMs),
    }
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
    await redeemReward(
      services,
      createActor(workspaceId, userId, noPermissions),
      rewardId,
      { amount: 15 + 5 * index, comment: comments[index] ?? '' },
      { workspace_id: workspaceId, user_id: userId, key: null, hash: Buffer.alloc(0), at: when },
    )
  }
}
