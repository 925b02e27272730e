import type { Purchase } from '#contract/schemas/rewards.ts'
import { isDailyLimitError, alertDailyLimitReached } from '#server/modules/giftcards/daily-limit.ts'
import { createGiftCardOrder } from '#server/modules/giftcards/create-order.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { type IdempotentCall, withIdempotency } from '#server/platform/http/idempotency.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { publishPurchaseChanged } from './events.ts'
import { contributeToTeamReward, type RedeemInput } from './team-rewards.ts'
import {
  lockActiveUser,
  addContribution,
  loadPurchase,
  notifyRewardManagers,
  type PurchaseContext,
  createPurchaseContext,
} from './context.ts'

export { cancelByBuyer, cancelPurchasesOfUser, declineByAdmin, fulfilByAdmin } from './decisions.ts'

type RedeemServices = Pick<Services, 'db' | 'events' | 'config' | 'giftCards'>

/**
 * Redeems an individual reward for one person, or puts points towards a team's; answers the id of
 * the purchase.
 */
async function purchaseReward(
  selling: RedeemServices,
  work: PurchaseContext,
  actor: Actor,
  rewardId: string,
  wish: RedeemInput,
): Promise<string> {
  const { trx, workspace_id: workspaceId, at } = work
  const { user_id: userId } = actor
  // Taking one of the stock and reading the reward is one write: the last unit goes to one buyer.
  const reward = await trx
    .updateTable('rewards')
    .set((eb) => ({ available_amount: eb('available_amount', '-', 1) }))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', rewardId)
    .where('deleted_at', 'is', null)
    .where('reward_type', '=', 'individual')
    .where((eb) => eb.or([eb('available_amount', 'is', null), eb('available_amount', '>', 0)]))
    .returningAll()
    .executeTakeFirst()
  if (!reward) {
    const known = await trx
      .selectFrom('rewards')
      .select('reward_type')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', rewardId)
      .executeTakeFirst()
    if (known?.reward_type === 'team') return contributeToTeamReward(work, userId, rewardId, wish)
    return throwRefusal(known ? 'out_of_stock' : 'not_found')
  }
  if (wish.price !== undefined && wish.price !== reward.price)
    throwRefusal('price_changed', { field: 'price', params: { price: reward.price } })
  if (reward.comment_required && wish.comment === '')
    throwRefusal('comment_required', { field: 'comment' })
  const id = await addContribution(work, userId, reward, {
    amount: reward.price,
    comment: wish.comment,
  })
  // A gift card goes its own way; nobody has to hand it out.
  if (reward.type === 'automatic') {
    const spent = await createGiftCardOrder(selling, trx, {
      workspace_id: workspaceId,
      purchase_id: id,
      user_id: userId,
      offer: reward,
      at,
    })
    if (spent >= selling.config.giftCardsDailyMaxCents)
      await alertDailyLimitReached(trx, selling.config, actor, at)
  } else await notifyRewardManagers(work, id)
  return id
}

/**
 * Redeems a reward: the points go from the wallet to held. Refuses with the codes of `shop.redeem`.
 */
export async function redeemReward(
  selling: RedeemServices,
  actor: Actor,
  rewardId: string,
  wish: RedeemInput,
  call: IdempotentCall,
): Promise<Purchase> {
  const purchase = await selling.db
    .tenant(actor.workspace_id, async (trx) => {
      await lockActiveUser(trx, actor)
      return withIdempotency(trx, call, async () =>
        loadPurchase(
          trx,
          actor,
          await purchaseReward(
            selling,
            createPurchaseContext(trx, actor, call.at),
            actor,
            rewardId,
            wish,
          ),
        ),
      )
    })
    .catch(async (error: unknown) => {
      // The refusal has rolled the purchase back: its report is a transaction of its own.
      if (isDailyLimitError(error))
        await selling.db.tenant(actor.workspace_id, (trx) =>
          alertDailyLimitReached(trx, selling.config, actor, call.at),
        )
      throw error
    })
  publishPurchaseChanged(selling, actor.workspace_id, [actor.user_id])
  return purchase
}
