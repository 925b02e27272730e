import type { Category, ShopReward } from '#contract/schemas/rewards.ts'
import { foldAccents } from '#contract/fold-text.ts'

/**
 * A card of the shop: a reward, or all denominations of a gift card in a country, the smallest
 * first.
 */
export type ShopItem = { key: string; rewards: [ShopReward, ...ShopReward[]] }
export type ShopOrder = 'price' | 'newest' | 'title'

/**
 * Groups the denominations of a gift card; other rewards stay single. Keeps the order of the
 * rewards.
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

export type ShopFilter = {
  category?: Category | undefined
  /** Words of the title or the description. */
  search?: string | undefined
  /** Only rewards that the reader can redeem now. */
  affordable?: true | undefined
}

/** Returns the cards that match the filter, in the given order. */
export function filterAndSortItems(
  items: readonly ShopItem[],
  { category, search = '', affordable }: ShopFilter,
  order: ShopOrder,
): ShopItem[] {
  const words = foldAccents(search).split(/\s+/)
  const matches = (reward: ShopReward) => {
    const text = foldAccents(`${reward.title} ${reward.description}`)
    return (
      (category === undefined || reward.category === category) &&
      (!affordable || reward.blocked === null) &&
      words.every((word) => text.includes(word))
    )
  }
  const shown = items.filter(({ rewards }) => rewards.some(matches))
  return shown.sort((a, b) => {
    if (order === 'price') return lowestPrice(a) - lowestPrice(b)
    return order === 'title'
      ? a.rewards[0].title.localeCompare(b.rewards[0].title)
      : newestCreatedAt(b).localeCompare(newestCreatedAt(a))
  })
}
