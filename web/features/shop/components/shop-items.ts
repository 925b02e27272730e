import type { Category, ShopReward } from '#contract/schemas/rewards.ts'

/**
 * One card of the shop: a reward, or all values of one gift card in one country, the smallest
 * first.
 */
export type ShopItem = { key: string; rewards: [ShopReward, ...ShopReward[]] }
export type ShopOrder = 'price' | 'newest' | 'title'

/**
 * Puts the values of a gift card together; everything else stands alone. The order of the rewards
 * is kept.
 */
export function groupShopItems(rewards: readonly ShopReward[]): ShopItem[] {
  const items = new Map<string, ShopItem>()
  for (const reward of rewards) {
    const key =
      reward.type === 'automatic' && reward.product_id !== null
        ? `${reward.product_id} ${reward.country ?? ''}`
        : reward.id
    const known = items.get(key)
    if (known) known.rewards.push(reward)
    else items.set(key, { key, rewards: [reward] })
  }
  for (const item of items.values())
    item.rewards.sort(
      (a, b) => (a.gift_card_value ?? 0) - (b.gift_card_value ?? 0) || a.price - b.price,
    )
  return [...items.values()]
}

const newestCreatedAt = ({ rewards }: ShopItem) =>
  rewards.reduce((latest, reward) => (reward.created_at > latest ? reward.created_at : latest), '')
const lowestPrice = ({ rewards }: ShopItem) => Math.min(...rewards.map((reward) => reward.price))

/** The cards of a category (or all) in the order asked for. */
export function filterAndSortItems(
  items: readonly ShopItem[],
  category: Category | undefined,
  order: ShopOrder,
): ShopItem[] {
  const shown = items.filter(
    ({ rewards }) => category === undefined || rewards[0].category === category,
  )
  return shown.sort((a, b) =>
    order === 'price'
      ? lowestPrice(a) - lowestPrice(b)
      : order === 'title'
        ? a.rewards[0].title.localeCompare(b.rewards[0].title)
        : newestCreatedAt(b).localeCompare(newestCreatedAt(a)),
  )
}
