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
 * Redeems an individual reward, or contributes points to a team reward. Returns the id of the
 * purchase.
 */
async function purchaseReward(
  services: RedeemServices,
  context: PurchaseContext,
  actor: Actor,
  rewardId: string,
  input: RedeemInput,
): Promise<string> {
  const { trx, workspaceId, at } = context
  const { user_id: userId } = actor
  // A single write reads the reward and takes a unit of the stock: the last unit goes to a single
  // buyer.
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
    if (known?.reward_type === 'team')
      return contributeToTeamReward(context, userId, rewardId, input)
    return throwRefusal(known ? 'out_of_stock' : 'not_found')
  }
  if (input.price !== undefined && input.price !== reward.price)
    throwRefusal('price_changed', { field: 'price', params: { price: reward.price } })
  if (reward.comment_required && input.comment === '')
    throwRefusal('comment_required', { field: 'comment' })
  const id = await addContribution(context, userId, reward, {
    amount: reward.price,
    comment: input.comment,
  })
  // The gift card order fulfils this purchase without an administrator.
  if (reward.type === 'automatic') {
    const spent = await createGiftCardOrder(services, trx, {
      workspace_id: workspaceId,
      purchase_id: id,
      user_id: userId,
      offer: reward,
      at,
    })
    if (spent >= services.config.giftCardsDailyMaxCents)
      await alertDailyLimitReached(trx, services.config, actor, at)
  } else await notifyRewardManagers(context, id)
  return id
}

/**
 * Redeems a reward: moves the points from the wallet to held. Throws the error codes of
 * `shop.redeem`.
 */
export async function redeemReward(
  services: RedeemServices,
  actor: Actor,
  rewardId: string,
  input: RedeemInput,
  call: IdempotentCall,
): Promise<Purchase> {
  const purchase = await services.db
    .tenant(actor.workspace_id, async (trx) => {
      await lockActiveUser(trx, actor)
      return withIdempotency(trx, call, async () =>
        loadPurchase(
          trx,
          actor,
          await purchaseReward(
            services,
            createPurchaseContext(trx, actor, call.at),
            actor,
            rewardId,
            input,
          ),
        ),
      )
    })
    .catch(async (error: unknown) => {
      // The refusal rolled back the purchase, so the alert needs its own transaction.
      if (isDailyLimitError(error))
        await services.db.tenant(actor.workspace_id, (trx) =>
          alertDailyLimitReached(trx, services.config, actor, call.at),
        )
      throw error
    })
  publishPurchaseChanged(services, actor.workspace_id, [actor.user_id])
  return purchase
}
