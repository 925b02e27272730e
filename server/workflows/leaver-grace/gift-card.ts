import { toUsdCents } from '#contract/gift-card-prices.ts'
import type { GiftCardProduct } from '#contract/schemas/rewards.ts'
import { createGiftCardOrder } from '#server/modules/giftcards/create-order.ts'
import { findLatestGrace, findPolicy } from '#server/modules/leavers/queries.ts'
import { addContribution } from '#server/modules/purchases/context.ts'
import { lockReward } from '#server/modules/purchases/reward-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { withSavepoint } from '#server/platform/database/savepoint.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { findLeaverLocale, insertPayoutReward } from './queries.ts'

type PayoutServices = Pick<Services, 'db' | 'config' | 'giftCards'>

/**
 * Returns the gift cards that may pay a leaver's balance out; empty if their grace ends otherwise.
 * Asks the provider, so it runs outside of transactions.
 */
export async function loadPayoutProducts(
  { db, giftCards }: PayoutServices,
  workspaceId: string,
  userId: string,
): Promise<GiftCardProduct[]> {
  if (!giftCards) return []
  const country = await db.readSnapshot(workspaceId, async (trx) => {
    const grace = await findLatestGrace(trx, workspaceId, userId)
    if (grace?.outcome !== 'gift_card' || grace.ended_at) return null
    return (await findLeaverLocale(trx, workspaceId, userId))?.country ?? null
  })
  return country === null ? [] : giftCards.listProducts(country)
}

/** Returns the gift card of the highest value up to `cents` of US dollars. */
function chooseCard(products: GiftCardProduct[], cents: number) {
  const cards = products.flatMap((product) =>
    product.values_cents.map((value) => ({
      product,
      value,
      usdCents: toUsdCents(value, product.currency),
    })),
  )
  return cards
    .filter(({ usdCents }) => usdCents <= cents)
    .toSorted((a, b) => b.usdCents - a.usdCents)[0]
}

/** Refusals of the order that another way of paying replaces. */
const replaceable = new Set(['gift_card_unavailable', 'not_validated', 'gift_card_limit'])

/**
 * Orders the gift card that a balance pays, as a purchase of the leaver. Returns it and its points, or null if
 * no card fits or the team cannot order one.
 */
export async function orderPayoutCard(
  services: PayoutServices,
  trx: Trx,
  products: GiftCardProduct[],
  leaver: { workspaceId: string; userId: string; cents: number; at: Date },
): Promise<{ purchaseId: string; points: number } | null> {
  const { workspaceId, userId, cents, at } = leaver
  const policy = await findPolicy(trx, workspaceId)
  const card = chooseCard(products, cents)
  if (!card || policy.hundred_points_cents === null) return null
  const points = Math.max(1, Math.ceil((card.usdCents * 100) / policy.hundred_points_cents))
  const offer = {
    product_id: card.product.id,
    country: card.product.country,
    gift_card_value: card.value,
  }
  const order = async () => {
    const rewardId = newId(at)
    await insertPayoutReward(trx, {
      ...offer,
      workspace_id: workspaceId,
      id: rewardId,
      title: card.product.name,
      price: points,
      category: 'money_and_giftcards',
      emoji: '🎁',
      type: 'automatic',
      reward_type: 'individual',
      created_at: at,
      deleted_at: at,
    })
    const reward = await lockReward(trx, workspaceId, rewardId)
    if (!reward) throw new Error('reward missing')
    const { timezone } = policy
    const purchaseId = await addContribution(
      { trx, workspaceId, timezone, actorId: null, at },
      userId,
      reward,
      { amount: points, comment: '' },
    )
    await createGiftCardOrder(services, trx, {
      workspace_id: workspaceId,
      purchase_id: purchaseId,
      user_id: userId,
      offer,
      findProduct: () => ({ ...card.product, value_cents: card.value }),
      isForLeaver: true,
      at,
    })
    return { purchaseId, points }
  }
  try {
    return await withSavepoint(trx, order)
  } catch (error) {
    if (error instanceof Refusal && replaceable.has(error.list[0]?.code ?? '')) return null
    throw error
  }
}
