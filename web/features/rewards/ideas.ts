import { queryOptions } from '@tanstack/react-query'
import type { Category, Reward } from '#contract/rewards.ts'
import type { Language } from '#contract/common.ts'

/**
 * What an idea is in every language; its words stand in web/locales/<language>/ideas.json under its
 * key.
 */
type Sketch = Pick<Reward, 'reward_type' | 'emoji' | 'price' | 'category' | 'comment_required'> & {
  key: string
}
export type Idea = Sketch & Pick<Reward, 'title' | 'description'>

const one = (
  key: string,
  emoji: string,
  price: number,
  category: Category,
  comment_required = false,
): Sketch => ({ key, emoji, price, category, comment_required, reward_type: 'individual' })
const team = (key: string, emoji: string, price: number, category: Category): Sketch => ({
  key,
  emoji,
  price,
  category,
  comment_required: false,
  reward_type: 'team',
})

/**
 * The sample ideas: 19 for one person and 5 for the team, from 1 to 300 points (specification,
 * section 3).
 */
export const sketches: readonly Sketch[] = [
  one('card', '💌', 1, 'creative'),
  one('song', '🎵', 5, 'creative', true),
  one('coffee', '☕️', 10, 'goods_and_experiences'),
  one('meeting', '🕊️', 15, 'uncategorised'),
  one('stickers', '✨', 15, 'company_merchandise'),
  one('lunch', '🍜', 30, 'goods_and_experiences'),
  one('plant', '🪴', 35, 'goods_and_experiences'),
  one('book', '📚', 40, 'goods_and_experiences', true),
  one('slow_morning', '🛌', 45, 'uncategorised', true),
  one('mug', '🫖', 50, 'company_merchandise'),
  one('tree', '🌳', 50, 'charity'),
  one('cinema', '🎬', 70, 'goods_and_experiences'),
  one('hoodie', '🧥', 90, 'company_merchandise', true),
  one('donation', '💛', 100, 'charity', true),
  one('voucher', '🛍️', 100, 'money_and_giftcards', true),
  one('massage', '💆', 120, 'goods_and_experiences'),
  one('class', '🎨', 150, 'creative', true),
  one('headphones', '🎧', 250, 'goods_and_experiences'),
  one('day_off', '🏖️', 300, 'uncategorised', true),
  team('cake', '🍰', 40, 'group_activities'),
  team('games', '🎲', 100, 'group_activities'),
  team('volunteer', '🤲', 150, 'charity'),
  team('cooking', '🍳', 250, 'group_activities'),
  team('outdoors', '🏕️', 300, 'group_activities'),
]

type Words = Record<string, Pick<Reward, 'title' | 'description'>>
const files = import.meta.glob<{ default: Words }>('../../locales/*/ideas.json')

/** The ideas in the reader's language; their words are fetched when they are first looked at. */
export const ideasQuery = (language: Language) =>
  queryOptions({
    queryKey: ['ideas', language],
    staleTime: Infinity,
    queryFn: async (): Promise<Idea[]> => {
      const words = (await files[`../../locales/${language}/ideas.json`]?.())?.default ?? {}
      return sketches.flatMap((sketch) => {
        const said = words[sketch.key]
        return said ? [{ ...sketch, ...said }] : []
      })
    },
  })

/** Ideas are told apart from what is in the shop by their names. */
export const sameName = (a: string, b: string) =>
  a.trim().toLocaleLowerCase() === b.trim().toLocaleLowerCase()

/** A copy in an order of chance. */
function shuffled<T>(items: readonly T[], random: () => number = Math.random): T[] {
  const left = [...items]
  return Array.from(items, () => left.splice(Math.floor(random() * left.length), 1)).flat()
}
/** Another handful: those not shown now come first, so that every press brings something new. */
export function nextHandful<T extends { key: string }>(
  all: readonly T[],
  shown: readonly string[],
  size: number,
  random?: () => number,
): string[] {
  const fresh = all.filter((item) => !shown.includes(item.key))
  const seen = all.filter((item) => shown.includes(item.key))
  return [...shuffled(fresh, random), ...shuffled(seen, random)]
    .slice(0, size)
    .map((item) => item.key)
}
