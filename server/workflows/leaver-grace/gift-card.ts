import { toUsdCents } from '#contract/gift-card-prices.ts'
import type { Money } from '#contract/schemas/common.ts'
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

/** Returns the points that pay a value: at rounded rates unless it has the currency of the worth. */
function pointsOfValue(value: number, currency: string, hundredPoints: Money): number {
  const [amount, hundred] =
    currency === hundredPoints.currency
      ? [value, hundredPoints.minor]
      : [toUsdCents(value, currency), toUsdCents(hundredPoints.minor, hundredPoints.currency)]
  return Math.max(1, Math.ceil((amount * 100) / hundred))
}

/** Returns the gift card of the most points that a balance pays. */
function chooseCard(products: GiftCardProduct[], balance: number, hundredPoints: Money) {
  const cards = products.flatMap((product) =>
    product.values_cents.map((value) => ({
      product,
      value,
      points: pointsOfValue(value, product.currency, hundredPoints),
    })),
  )
  return cards.filter(({ points }) => points <= balance).toSorted((a, b) => b.points - a.points)[0]
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
  leaver: {
    workspaceId: string
    userId: string
    balance: number
    hundredPoints: Money
    at: Date
  },
): Promise<{ purchaseId: string; points: number } | null> {
  const { workspaceId, userId, balance, hundredPoints, at } = leaver
  const card = chooseCard(products, balance, hundredPoints)
  if (!card) return null
  const { points } = card
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
    const { timezone } = await findPolicy(trx, workspaceId)
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
