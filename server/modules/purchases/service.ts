import { deleteGoal } from '#server/modules/reward-goals/queries.ts'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { isDailyLimitError, alertDailyLimitReached } from '#server/modules/giftcards/daily-limit.ts'
import {
  createGiftCardOrder,
  type FindOfferProduct,
  loadOfferCatalog,
} from '#server/modules/giftcards/create-order.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { type IdempotentCall, withIdempotency } from '#server/platform/http/idempotency.ts'
import type { Services } from '#server/platform/services.ts'
import type { Buyer, LeaverRules } from './buyer.ts'
import { publishPurchaseChanged } from './events.ts'
import { loadPurchase } from './load-purchases.ts'
import { assertInAudience } from './eligibility.ts'
import { findRewardKind, takeIndividualReward } from './reward-queries.ts'
import { contributeToTeamReward, type RedeemInput } from './team-rewards.ts'
import {
  lockActiveUser,
  addContribution,
  notifyRewardManagers,
  type PurchaseContext,
  createPurchaseContext,
} from './context.ts'

export { decidePurchases } from './bulk-decisions.ts'
export { cancelByBuyer, cancelPurchasesOfUser, declineByAdmin, fulfilByAdmin } from './decisions.ts'

type RedeemServices = Pick<Services, 'db' | 'events' | 'config' | 'giftCards'>

/**
 * Redeems an individual reward, or contributes points to a team reward. Returns the id of the
 * purchase.
 */
async function purchaseReward(
  services: RedeemServices,
  context: PurchaseContext,
  actor: Buyer,
  rewardId: string,
  input: RedeemInput,
  { findProduct, isForLeaver }: { findProduct: FindOfferProduct; isForLeaver: boolean },
): Promise<string> {
  const { trx, workspaceId, at } = context
  const { user_id: userId } = actor
  const reward = await takeIndividualReward(trx, workspaceId, rewardId, { userId, at })
  if (!reward) {
    const known = await findRewardKind(trx, workspaceId, rewardId)
    await assertInAudience(context, userId, known?.audience ?? null)
    if (known?.reward_type === 'team' && !isForLeaver)
      return contributeToTeamReward(context, userId, rewardId, input)
    return throwRefusal(known?.reward_type === 'individual' ? 'out_of_stock' : 'not_found')
  }
  await assertInAudience(context, userId, reward.audience)
  if (input.price !== undefined && input.price !== reward.price)
    throwRefusal('price_changed', { field: 'price', params: { price: reward.price } })
  if (reward.comment_required && input.comment === '')
    throwRefusal('comment_required', { field: 'comment' })
  const id = await addContribution(context, userId, reward, {
    amount: reward.price,
    comment: input.comment,
  })
  // The gift card order fulfills this purchase without an administrator.
  if (reward.type === 'automatic') {
    const spent = await createGiftCardOrder(services, trx, {
      workspace_id: workspaceId,
      purchase_id: id,
      user_id: userId,
      offer: reward,
      findProduct,
      isForLeaver,
      at,
    })
    if (spent >= services.config.giftCardsDailyMaxCents)
      await alertDailyLimitReached(trx, services.config, actor, at)
  } else await notifyRewardManagers(context, id)
  return id
}

/**
 * Redeems a reward: moves the points from the wallet to held. A leaver redeems individual rewards
 * only. Throws the error codes of `shop.redeem`.
 */
export async function redeemReward(
  services: RedeemServices,
  actor: Buyer,
  rewardId: string,
  input: RedeemInput,
  call: IdempotentCall,
  leaver?: LeaverRules,
): Promise<Purchase> {
  const findProduct = await loadOfferCatalog(services, actor.workspace_id, rewardId)
  const purchase = await services.db
    .tenant(actor.workspace_id, async (trx) => {
      await (leaver ? leaver.lock(trx) : lockActiveUser(trx, actor))
      return withIdempotency(trx, call, async () => {
        const context = createPurchaseContext(trx, actor, call.at)
        const id = await purchaseReward(services, context, actor, rewardId, input, {
          findProduct,
          isForLeaver: leaver !== undefined,
        })
        // A redeemed goal is reached.
        await deleteGoal(trx, actor.workspace_id, actor.user_id, rewardId)
        return loadPurchase(trx, actor, id, call.at)
      })
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
