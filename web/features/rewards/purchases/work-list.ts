import { dayMs, hourMs, minuteMs } from '#contract/durations.ts'
import type { QueryInputOf } from '#contract/routes/index.ts'
import type { Person } from '#contract/schemas/users.ts'
import type { Purchase, PurchaseStage } from '#contract/schemas/rewards.ts'
import { addDays } from '#web/lib/add-days.ts'
import { parseSearchText } from '#web/lib/search-text.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import type { Translate } from '#web/lib/translate.ts'

export const stages: readonly PurchaseStage[] = [
  'to_do',
  'ordered',
  'in_progress',
  'done',
  'declined',
]
/** Returns whether purchases of a stage are neither fulfilled nor declined. */
export const isOpenStage = (stage: PurchaseStage) => stage !== 'done' && stage !== 'declined'
export const ages = ['over_7', 'over_30', 'last_7', 'last_30'] as const
export const sorts = ['oldest', 'newest', 'reward', 'buyer', 'points'] as const
type Age = (typeof ages)[number]
type Sort = (typeof sorts)[number]

/**
 * The parameters of the list in the address. They may be typed by hand, so every value is possible.
 */
export type WorkListSearch = {
  stage?: string | undefined
  search?: string | undefined
  reward?: string | undefined
  age?: string | undefined
  sort?: string | undefined
  group?: string | undefined
}
/** The filter, order and grouping of the list. */
export type WorkListView = {
  stage: PurchaseStage
  search: string | undefined
  reward: string | undefined
  age: Age | undefined
  sort: Sort
  isGrouped: boolean
}
const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Returns the view of an address. Unknown values count as absent. */
export function parseWorkListView(search: WorkListSearch): WorkListView {
  const stage = stages.find((name) => name === search.stage) ?? 'to_do'
  return {
    stage,
    search: parseSearchText(search.search),
    reward: uuidPattern.test(String(search.reward)) ? String(search.reward) : undefined,
    age: ages.find((name) => name === search.age),
    sort: sorts.find((name) => name === search.sort) ?? (isOpenStage(stage) ? 'oldest' : 'newest'),
    isGrouped: search.group === 'reward',
  }
}

/** Returns the day of `days` ago in a time zone, 'YYYY-MM-DD'. */
const dayAgo = (days: number, timezone: string) => addDays(todayInTimezone(timezone), -days)

type WorkListFilter = QueryInputOf<'rewards.purchase_counts'>
/** Returns the filter of a view for the API. */
export function toFilter(view: WorkListView, timezone: string): WorkListFilter {
  const days = view.age?.endsWith('_7') ? 7 : 30
  return {
    stage: view.stage,
    ...(view.search ? { search: view.search } : {}),
    ...(view.reward ? { reward_id: view.reward } : {}),
    ...(view.age?.startsWith('over') ? { to: dayAgo(days + 1, timezone) } : {}),
    ...(view.age?.startsWith('last') ? { from: dayAgo(days - 1, timezone) } : {}),
  }
}

const apiSorts = {
  oldest: { sort: 'date', order: 'asc' },
  newest: { sort: 'date', order: 'desc' },
  reward: { sort: 'reward', order: 'asc' },
  buyer: { sort: 'buyer', order: 'asc' },
  points: { sort: 'points', order: 'desc' },
} as const
/** Returns the order of a view for the API. Groups need the order by reward. */
export const toOrder = (view: WorkListView) => apiSorts[view.isGrouped ? 'reward' : view.sort]

/** An open purchase that is older is late. */
const lateDays = 7
/** Returns the age of a purchase in whole days, hours and minutes, and whether it is late. */
export function ageOf({ created_at: createdAt, stage }: Purchase) {
  const ageMs = Math.max(Date.now() - new Date(createdAt).getTime(), 0)
  const days = Math.floor(ageMs / dayMs)
  return {
    days,
    hours: Math.floor(ageMs / hourMs),
    minutes: Math.floor(ageMs / minuteMs),
    late: stage === 'to_do' && days > lateDays,
  }
}

/** Returns the current buyers; for a declined purchase also those with returned points. */
export function buyersOf(purchase: Purchase): Purchase['contributions'] {
  const parts = purchase.contributions.filter((part) => purchase.user_ids.includes(part.user_id))
  return [...new Map(parts.map((part) => [part.user_id, part])).values()]
}

/** Returns the title with the buyer's name; of a team reward only the title. */
export function labelOf(
  purchase: Purchase,
  t: Translate,
  name: (person: Person) => string,
): string {
  const buyer = purchase.reward_type === 'individual' ? buyersOf(purchase)[0] : undefined
  return buyer ? t('work.of', { title: purchase.title, name: name(buyer.user) }) : purchase.title
}
