import { queryOptions } from '@tanstack/react-query'
import type { Category, Reward } from '#contract/schemas/rewards.ts'
import type { Language } from '#contract/schemas/common.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/**
 * The language-independent part of an idea; its texts are in web/locales/<language>/ideas.json
 * under its key.
 */
type IdeaTemplate = Pick<
  Reward,
  'reward_type' | 'emoji' | 'price' | 'category' | 'comment_required'
> & {
  key: string
}
export type RewardIdea = IdeaTemplate & Pick<Reward, 'title' | 'description'>

const individualIdea = (
  key: string,
  emoji: string,
  price: number,
  category: Category,
  commentRequired = false,
): IdeaTemplate => ({
  key,
  emoji,
  price,
  category,
  comment_required: commentRequired,
  reward_type: 'individual',
})
const teamIdea = (key: string, emoji: string, price: number, category: Category): IdeaTemplate => ({
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
export const ideaTemplates: readonly IdeaTemplate[] = [
  individualIdea('card', '💌', 1, 'creative'),
  individualIdea('song', '🎵', 5, 'creative', true),
  individualIdea('coffee', '☕️', 10, 'goods_and_experiences'),
  individualIdea('meeting', '🕊️', 15, 'uncategorised'),
  individualIdea('stickers', '✨', 15, 'company_merchandise'),
  individualIdea('lunch', '🍜', 30, 'goods_and_experiences'),
  individualIdea('plant', '🪴', 35, 'goods_and_experiences'),
  individualIdea('book', '📚', 40, 'goods_and_experiences', true),
  individualIdea('slow_morning', '🛌', 45, 'uncategorised', true),
  individualIdea('mug', '🫖', 50, 'company_merchandise'),
  individualIdea('tree', '🌳', 50, 'charity'),
  individualIdea('cinema', '🎬', 70, 'goods_and_experiences'),
  individualIdea('hoodie', '🧥', 90, 'company_merchandise', true),
  individualIdea('donation', '💛', 100, 'charity', true),
  individualIdea('voucher', '🛍️', 100, 'money_and_giftcards', true),
  individualIdea('massage', '💆', 120, 'goods_and_experiences'),
  individualIdea('class', '🎨', 150, 'creative', true),
  individualIdea('headphones', '🎧', 250, 'goods_and_experiences'),
  individualIdea('day_off', '🏖️', 300, 'uncategorised', true),
  teamIdea('cake', '🍰', 40, 'group_activities'),
  teamIdea('games', '🎲', 100, 'group_activities'),
  teamIdea('volunteer', '🤲', 150, 'charity'),
  teamIdea('cooking', '🍳', 250, 'group_activities'),
  teamIdea('outdoors', '🏕️', 300, 'group_activities'),
]

type IdeaTexts = Record<string, Pick<Reward, 'title' | 'description'>>
const ideaTextFiles = import.meta.glob<{ default: IdeaTexts }>('../../locales/*/ideas.json')

/** Returns the query of the ideas in the reader's language; the texts load on first use. */
export const rewardIdeasQuery = (language: Language) =>
  queryOptions({
    queryKey: queryKey('reward_ideas', language),
    staleTime: Infinity,
    queryFn: async (): Promise<RewardIdea[]> => {
      const textsByKey =
        (await ideaTextFiles[`../../locales/${language}/ideas.json`]?.())?.default ?? {}
      return ideaTemplates.flatMap((template) => {
        const ideaTexts = textsByKey[template.key]
        return ideaTexts ? [{ ...template, ...ideaTexts }] : []
      })
    },
  })

/** Returns whether an idea is already in the shop, compared by title. */
export const isSameName = (a: string, b: string) =>
  a.trim().toLocaleLowerCase() === b.trim().toLocaleLowerCase()

/** Returns a shuffled copy. */
function shuffled<T>(items: readonly T[], random: () => number = Math.random): T[] {
  const remaining = [...items]
  return Array.from(items, () =>
    remaining.splice(Math.floor(random() * remaining.length), 1),
  ).flat()
}
/**
 * Returns the keys of the next page of ideas. Ideas not on the current page are first, so each page
 * is new.
 */
export function nextIdeaKeys<T extends { key: string }>(
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

/** Returns `count` of the ideas, which sample all prices from low to high. */
export const sampleIdeas = <T>(all: readonly T[], count: number): T[] =>
  all
    .filter(
      (_, index) =>
        Math.floor((index * count) / all.length) !== Math.floor(((index - 1) * count) / all.length),
    )
    .slice(0, count)
