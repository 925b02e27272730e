import { z } from 'zod'
import {
  date,
  id,
  idList,
  namedObject,
  namedStrictObject,
  oneLineText,
  pageOf,
  pageQueryParams,
  time,
  wholeNumber,
} from './common.ts'
import { limits } from '#contract/limits.ts'
import { audience, audienceInput } from './audiences.ts'
import { person } from './users.ts'

/** `once`: filled when it is created. Others are filled at the start of each calendar period. */
const budgetPeriod = z
  .enum(['once', 'month', 'quarter', 'year'], 'wrong_format')
  .meta({ id: 'BudgetPeriod' })
export type BudgetPeriod = z.infer<typeof budgetPeriod>

/**
 * Points of the workspace that some people may give. `left` of the `funded` points of the current
 * period can still be given. At the end of a period the rest is returned, except for up to
 * `carry_over_max` points. Owners may always give; `givers` null: nobody else.
 */
export const budget = namedObject('Budget', {
  id: id('budget'),
  name: z.string(),
  period: budgetPeriod,
  /** Points of each period. */
  points: z.number().int(),
  carry_over_max: z.number().int(),
  left: z.number().int(),
  funded: z.number().int(),
  period_start: time,
  /** Null: a budget without an end. */
  period_end: time.nullable(),
  owners: z.array(person),
  givers: audience.nullable(),
  recipients: audience,
  created_at: time,
  closed_at: time.nullable(),
})
export type Budget = z.infer<typeof budget>

const budgetFields = {
  name: oneLineText(1, limits.budget_name_chars_max),
  points: wholeNumber(1, limits.budget_points_max),
  carry_over_max: wholeNumber(0, limits.budget_points_max),
  owner_ids: idList('user', limits.budget_owners_max),
  givers: audienceInput.nullable(),
  recipients: audienceInput,
}
export const budgetCreate = namedStrictObject('BudgetCreate', {
  ...budgetFields,
  period: budgetPeriod,
  carry_over_max: budgetFields.carry_over_max.default(0),
  givers: budgetFields.givers.default(null),
  /** The last day of a budget with the period `once`. */
  ends_on: date.nullable().default(null),
})
/** The new `points` count from the next period. */
export const budgetUpdate = z.strictObject(budgetFields).partial().meta({ id: 'BudgetUpdate' })

const reason = oneLineText(1, limits.comment_chars_max)
/** Positive `points` are added to the budget, negative ones are returned. */
export const budgetFunding = namedStrictObject('BudgetFunding', {
  points: wholeNumber(-limits.budget_points_max, limits.budget_points_max).refine(
    (points) => points !== 0,
    'invalid_amount',
  ),
  reason,
})
export const budgetMove = namedStrictObject('BudgetMove', {
  to_budget_id: id('budget'),
  points: wholeNumber(1, limits.budget_points_max),
  reason,
})

const budgetMovementTypes = [
  'budget_funded',
  'budget_returned',
  'budget_moved',
  'budget_expired',
  'budget_recovered',
  'award_held',
  'award_released',
  'award',
  'bonus',
  'celebration',
  'post',
] as const
/**
 * A change of a budget. `points` are signed. `budget_recovered`: points of a deleted post. Points of an
 * award are held until it is approved. `actor`
 * is null for the end of a period. `post_id` is null unless the reader may see the post.
 */
const budgetMovement = namedObject('BudgetMovement', {
  id: z.string(),
  type: z.enum(budgetMovementTypes),
  points: z.number().int(),
  reason: z.string(),
  actor: person.nullable(),
  post_id: id('post').nullable(),
  /** The other budget of points that moved. */
  other_budget: z.object({ id: id('budget'), name: z.string() }).nullable(),
  created_at: time,
})
export type BudgetMovement = z.infer<typeof budgetMovement>
export const budgetMovementPage = pageOf(budgetMovement)
export const budgetMovementsQueryParams = z.strictObject(pageQueryParams)

/** A budget that the reader may give points from. */
export const ownBudget = namedObject('OwnBudget', {
  id: id('budget'),
  name: z.string(),
  left: z.number().int(),
  period_end: time.nullable(),
  /** Whether the reader owns it, so that they see its history and may move its points. */
  owned: z.boolean(),
})
export type OwnBudget = z.infer<typeof ownBudget>
