import { limits } from '#contract/limits.ts'
import type { LimitPeriod } from '#contract/schemas/settings.ts'
import type { Plan, PlanBasis, PlanInput } from '#contract/schemas/plans.ts'
import { readTypedWorth, toTypedWorth, type TypedWorth } from '#web/shared/points/typed-worth.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'

/** The numbers of a plan that are typed, in the order of the form, with their greatest value. */
export const typedFields = {
  people: limits.plan_people_max,
  allowance: limits.limit_max,
  celebration_points: limits.plan_points_max,
  award_points: limits.plan_points_max,
  bonus_points: limits.plan_points_max,
} as const
export type TypedField = keyof typeof typedFields
export const percentFields = ['use_percent', 'gift_card_percent'] as const
type PercentName = (typeof percentFields)[number]

/** A plan as it is typed. */
export type PlanDraft = Record<TypedField, string> &
  Record<PercentName, number> & { name: string; period: LimitPeriod; worth: TypedWorth }

/** What is assumed where the team has no figures yet. */
const usual = { allowance: 100, use_percent: 60, gift_card_percent: 50 } as const

const toTexts = (numbers: Record<TypedField, number>): Record<TypedField, string> => ({
  people: String(numbers.people),
  allowance: String(numbers.allowance),
  celebration_points: String(numbers.celebration_points),
  award_points: String(numbers.award_points),
  bonus_points: String(numbers.bonus_points),
})

/** Returns the draft of a saved plan. */
export const draftOfPlan = (plan: Plan): PlanDraft => ({
  ...toTexts(plan),
  name: plan.name,
  period: plan.period,
  use_percent: plan.use_percent,
  gift_card_percent: plan.gift_card_percent,
  worth: toTypedWorth({ currency: plan.currency, minor: plan.hundred_points_minor }),
})

/** Returns the draft of a new plan from the figures of the team. */
export const draftOfBasis = (basis: PlanBasis, name: string): PlanDraft => ({
  ...toTexts({ ...basis, allowance: basis.allowance ?? usual.allowance }),
  name,
  period: basis.period,
  use_percent: basis.use_percent ?? usual.use_percent,
  gift_card_percent: basis.gift_card_percent ?? usual.gift_card_percent,
  worth: toTypedWorth(basis.hundred_points),
})

/** Returns the plan of a draft, or null while a number or the worth is missing or invalid. */
export function readDraft({ worth, name, period, ...fields }: PlanDraft): PlanInput | null {
  const read = (field: TypedField) => parseWholeNumber(fields[field]) ?? Number.NaN
  const numbers = {
    people: read('people'),
    allowance: read('allowance'),
    celebration_points: read('celebration_points'),
    award_points: read('award_points'),
    bonus_points: read('bonus_points'),
  }
  const isInvalid = (Object.keys(typedFields) as TypedField[]).some(
    (field) => !(numbers[field] >= 0 && numbers[field] <= typedFields[field]),
  )
  const hundredPoints = readTypedWorth(worth)
  if (isInvalid || !hundredPoints) return null
  return {
    ...numbers,
    name: name.trim(),
    period,
    use_percent: fields.use_percent,
    gift_card_percent: fields.gift_card_percent,
    currency: hundredPoints.currency,
    hundred_points_minor: hundredPoints.minor,
  }
}

/** Returns whether a draft differs from the one that its form began with. */
export function isChangedDraft(draft: PlanDraft, start: PlanDraft): boolean {
  const toText = (one: PlanDraft) => JSON.stringify(readDraft(one) ?? one)
  return toText(draft) !== toText(start)
}
