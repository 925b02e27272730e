import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { audience, audienceInput } from './audiences.ts'
import {
  date,
  id,
  namedObject,
  namedStrictObject,
  oneLineText,
  pageQueryParams,
  sha256,
  tableFileParams,
  text,
  time,
  wholeNumber,
} from './common.ts'
import { person } from './users.ts'

/**
 * `share`: in proportion to the points received from colleagues, `even`: the same for everyone, both of
 * a total. `fixed`: `points` for each person.
 */
const method = z.enum(['share', 'even', 'fixed'], 'wrong_format').meta({ id: 'BonusMethod' })
export type BonusMethod = z.infer<typeof method>

/** Points for many people at once, for a period. `people` and `points_paid`: null until it is paid. */
export const bonus = namedObject('Bonus', {
  id: id('bonus'),
  name: z.string(),
  text: z.string(),
  audience,
  starts_on: date,
  ends_on: date,
  method,
  points: z.number().int(),
  /** The most points for a person. */
  person_max: z.number().int().nullable(),
  /** Null: issued points. */
  budget: z.object({ id: id('budget'), name: z.string() }).nullable(),
  status: z.enum(['draft', 'paid']),
  people: z.number().int().nullable(),
  points_paid: z.number().int().nullable(),
  created_at: time,
  paid_at: time.nullable(),
  paid_by: person.nullable(),
})
export type Bonus = z.infer<typeof bonus>

const bonusFields = {
  name: oneLineText(1, limits.bonus_name_chars_max),
  text: text(0, limits.bonus_text_chars_max),
  audience: audienceInput,
  starts_on: date,
  ends_on: date,
  method,
  points: wholeNumber(1, limits.bonus_points_max),
  person_max: wholeNumber(1, limits.bonus_points_max).nullable(),
  budget_id: id('budget').nullable(),
}
export const bonusCreate = namedStrictObject('BonusCreate', {
  ...bonusFields,
  text: bonusFields.text.default(''),
  person_max: bonusFields.person_max.default(null),
  budget_id: bonusFields.budget_id.default(null),
})
export const bonusUpdate = z.strictObject(bonusFields).partial().meta({ id: 'BonusUpdate' })

const bonusShare = namedObject('BonusShare', {
  user: person,
  /** Points received from colleagues in the period. */
  received: z.number().int(),
  points: z.number().int(),
})
export type BonusShare = z.infer<typeof bonusShare>
/** Who gets the points, most points first, and what the budget has left before the payment. */
export const bonusPreview = namedObject('BonusPreview', {
  people: z.number().int(),
  points: z.number().int(),
  budget_left: z.number().int().nullable(),
  /** Of who gets how much from which budget; null once it is paid. */
  hash: z.string().nullable(),
  items: z.array(bonusShare),
  next_cursor: z.string().nullable(),
})
export const bonusPreviewParams = z.strictObject(pageQueryParams)
export const bonusExportParams = z.strictObject(tableFileParams)

/** The totals and the hash of the preview that the payer has seen. */
export const bonusPayment = namedStrictObject('BonusPayment', {
  people: wholeNumber(1, limits.bonus_people_max),
  points: wholeNumber(1, limits.bonus_people_max * limits.bonus_points_max),
  /** Without it, only the totals are compared. */
  hash: sha256.optional(),
})
