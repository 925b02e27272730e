import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { audience, audienceInput, hasConditions } from './audiences.ts'
import { date, flag, id, namedObject, oneLineText, text, time, wholeNumber } from './common.ts'

/** Why a day had no post. */
const skipReason = z.enum(['no_people', 'too_many_people', 'no_value', 'too_late'])
export type SkipReason = z.infer<typeof skipReason>

const customDayFields = {
  name: oneLineText(1, limits.custom_day_name_chars_max),
  /** A yearly day on 29 February is celebrated on the 28th without a leap day. */
  date,
  yearly: flag,
  /** In the time zone of the team. */
  hour: wholeNumber(0, 23),
  /** Of the posts. `{names}` and `{team}` are replaced. */
  text: text(1, limits.custom_day_text_chars_max, 'required', 'message_too_long'),
  /** For each person. */
  points: wholeNumber(0, limits.celebration_points_max),
  /** Null: the default value. */
  value_id: id('value', 'value_required').nullable(),
  enabled: flag,
}
/** A day that the company celebrates (docs/moments.md). Without a `budget`, points are issued. */
export const customDay = namedObject('CustomDay', {
  id: id('custom_day'),
  ...customDayFields,
  /** Whether the audience has no conditions. */
  everyone: z.boolean(),
  audience,
  budget: z.object({ id: id('budget'), name: z.string() }).nullable(),
  /** Null: disabled or over. */
  next_on: date.nullable(),
  /** Whether the posts of `next_on` wait until the budget has their points. */
  awaits_budget: z.boolean(),
  /** People who would be celebrated now; one more than the limit stands for more. */
  people: z.number().int(),
  /** What happened on the last day. `points`: of all people. */
  last: z
    .object({
      state: z.enum(['posted', 'skipped']),
      reason: skipReason.nullable(),
      people: z.number().int(),
      points: z.number().int(),
      posted_at: time,
    })
    .nullable(),
})
export type CustomDay = z.infer<typeof customDay>

const customDayInput = z.strictObject({
  ...customDayFields,
  yearly: customDayFields.yearly.default(false),
  hour: customDayFields.hour.default(9),
  points: customDayFields.points.default(0),
  value_id: customDayFields.value_id.default(null),
  enabled: customDayFields.enabled.default(true),
  audience: audienceInput,
  /** Confirms an audience without conditions. */
  everyone: flag.optional(),
  budget_id: id('budget', 'budget_unavailable').nullable().default(null),
})
type NamedPeople = { audience?: z.infer<typeof audienceInput>; everyone?: boolean | undefined }
/** An empty audience is more often forgotten than meant. */
const namesPeople = ({ audience: people, everyone }: NamedPeople): boolean =>
  !people || everyone === true || hasConditions(people)
const peopleRequired = { error: 'required', path: ['audience'] }

export const customDayCreate = customDayInput
  .refine(namesPeople, peopleRequired)
  .meta({ id: 'CustomDayCreate' })
export const customDayUpdate = z
  .strictObject({
    ...customDayFields,
    audience: audienceInput,
    everyone: flag,
    budget_id: id('budget', 'budget_unavailable').nullable(),
  })
  .partial()
  .refine(namesPeople, peopleRequired)
  .meta({ id: 'CustomDayUpdate' })
