import type { Category } from '#contract/schemas/rewards.ts'

/** The seven categories in filter order, with the background color of a reward's emoji. */
export const categoryColors: Record<Category, string> = {
  goods_and_experiences: '#E09B2D',
  group_activities: '#3B82C4',
  company_merchandise: '#8B5CC7',
  money_and_giftcards: '#3C9A5F',
  charity: '#4D9A8A',
  creative: '#D9573F',
  uncategorised: '#9A8B75',
}
export const categories = Object.keys(categoryColors) as Category[]
/**
 * Returns whether a URL value is a category. The contract's schema would add zod to the first page.
 */
export const isCategory = (text: unknown): text is Category =>
  typeof text === 'string' && Object.hasOwn(categoryColors, text)
