import type { Category, ShopReward } from '#contract/rewards.ts'

/**
 * One card of the shop: a reward, or all values of one gift card in one country, the smallest
 * first.
 */
export type Item = { key: string; rewards: [ShopReward, ...ShopReward[]] }
export type Order = 'price' | 'newest' | 'title'

/**
 * Puts the values of a gift card together; everything else stands alone. The order of the rewards
 * is kept.
 */
export function shelve(rewards: readonly ShopReward[]): Item[] {
  const items = new Map<string, Item>()
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

const newest = ({ rewards }: Item) =>
  rewards.reduce((latest, reward) => (reward.created_at > latest ? reward.created_at : latest), '')
const cheapest = ({ rewards }: Item) => Math.min(...rewards.map((reward) => reward.price))

/** The cards of a category (or all) in the order asked for. */
export function arrange(
  items: readonly Item[],
  category: Category | undefined,
  order: Order,
): Item[] {
  const shown = items.filter(
    ({ rewards }) => category === undefined || rewards[0].category === category,
  )
  return shown.sort((a, b) =>
    order === 'price'
      ? cheapest(a) - cheapest(b)
      : order === 'title'
        ? a.rewards[0].title.localeCompare(b.rewards[0].title)
        : newest(b).localeCompare(newest(a)),
  )
}
