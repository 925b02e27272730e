import type { Purchase } from '#contract/rewards.ts'
import { isLimitRefusal, reportLimit } from '#server/modules/giftcards/daily-limit.ts'
import { orderGiftCard } from '#server/modules/giftcards/order.ts'
import { fail } from '#server/platform/errors.ts'
import { type IdempotentCall, once } from '#server/platform/idempotency.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/sessions.ts'
import { tellPurchase } from './news.ts'
import { contribute, type Wish } from './team.ts'
import { hold, putIn, shown, tellOfRedemption, type Work, workOf } from './work.ts'

export { cancel, cancelAllOf, decline, fulfil } from './decisions.ts'

type Selling = Pick<Services, 'db' | 'events' | 'config' | 'giftcards'>

/**
 * Redeems an individual reward for one person, or puts points towards a team's; answers the id of
 * the purchase.
 */
async function buy(
  selling: Selling,
  work: Work,
  actor: Actor,
  reward_id: string,
  wish: Wish,
): Promise<string> {
  const { trx, workspace_id, at } = work
  const { user_id } = actor
  // Taking one of the stock and reading the reward is one write: the last unit goes to one buyer.
  const reward = await trx
    .updateTable('rewards')
    .set((eb) => ({ available_amount: eb('available_amount', '-', 1) }))
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', reward_id)
    .where('deleted_at', 'is', null)
    .where('reward_type', '=', 'individual')
    .where((eb) => eb.or([eb('available_amount', 'is', null), eb('available_amount', '>', 0)]))
    .returningAll()
    .executeTakeFirst()
  if (!reward) {
    const known = await trx
      .selectFrom('rewards')
      .select('reward_type')
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', reward_id)
      .executeTakeFirst()
    if (known?.reward_type === 'team') return contribute(work, user_id, reward_id, wish)
    return fail(known ? 'out_of_stock' : 'not_found')
  }
  if (wish.price !== undefined && wish.price !== reward.price)
    fail('price_changed', { field: 'price', params: { price: reward.price } })
  if (reward.comment_required && wish.comment === '') fail('comment_required', { field: 'comment' })
  const id = await putIn(work, user_id, reward, { amount: reward.price, comment: wish.comment })
  // A gift card goes its own way; nobody has to hand it out.
  if (reward.type === 'automatic') {
    const spent = await orderGiftCard(selling, trx, {
      workspace_id,
      purchase_id: id,
      user_id,
      offer: reward,
      at,
    })
    if (spent >= selling.config.giftCardsDailyMaxCents)
      await reportLimit(trx, selling.config, actor, at)
  } else await tellOfRedemption(work, id)
  return id
}

/**
 * Redeems a reward: the points go from the wallet to held. Refuses with the codes of `shop.redeem`.
 */
export async function redeem(
  selling: Selling,
  actor: Actor,
  reward_id: string,
  wish: Wish,
  call: IdempotentCall,
): Promise<Purchase> {
  const purchase = await selling.db
    .tenant(actor.workspace_id, async (trx) => {
      await hold(trx, actor)
      return once(trx, call, async () =>
        shown(trx, actor, await buy(selling, workOf(trx, actor, call.at), actor, reward_id, wish)),
      )
    })
    .catch(async (error: unknown) => {
      // The refusal has rolled the purchase back: its report is a transaction of its own.
      if (isLimitRefusal(error))
        await selling.db.tenant(actor.workspace_id, (trx) =>
          reportLimit(trx, selling.config, actor, call.at),
        )
      throw error
    })
  tellPurchase(selling, actor.workspace_id, [actor.user_id])
  return purchase
}
