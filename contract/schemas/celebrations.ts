import { z } from 'zod'
import {
  codeWithBounds,
  date,
  flag,
  id,
  language,
  namedObject,
  pageOf,
  pageQueryParams,
  tableFileParams,
  text,
  wholeNumber,
} from './common.ts'
import { limits } from '#contract/limits.ts'
import { audience, audienceInput } from './audiences.ts'
import { person } from './users.ts'

/** Days of people that the company celebrates (docs/moments.md). */
export const celebrationKinds = ['birthday', 'anniversary', 'welcome'] as const
const celebrationKind = z.enum(celebrationKinds, 'not_found').meta({ id: 'CelebrationKind' })
export type CelebrationKind = z.infer<typeof celebrationKind>
export const celebrationParams = z.strictObject({ kind: celebrationKind })

/** The widest circle that sees the posts of a kind. Persons may choose a narrower one. */
const visibility = z.enum(['everyone', 'team', 'private'], 'wrong_format')
/** A day on a weekend is celebrated then, or on the working day before or after. */
const weekends = z.enum(['on_day', 'before', 'after'], 'wrong_format')
const pointsOfYear = z
  .strictObject({
    years: wholeNumber(1, limits.celebration_years_max),
    points: wholeNumber(0, limits.celebration_points_max),
  })
  .meta({ id: 'CelebrationPoints' })
/** Up to three texts for each language. A language without texts has those of Laurel. */
const texts = z.partialRecord(
  language,
  z
    .array(text(1, limits.celebration_text_chars_max, 'required', 'message_too_long'))
    .max(
      limits.celebration_texts_max,
      codeWithBounds('out_of_range', 0, limits.celebration_texts_max),
    ),
)
export type CelebrationTexts = z.infer<typeof texts>

const celebrationFields = {
  enabled: flag,
  /** Null: the default value of the workspace. */
  value_id: id('value', 'value_required').nullable(),
  /** Points of a day, or of a year that `points_by_year` does not name. */
  points: wholeNumber(0, limits.celebration_points_max),
  points_by_year: z
    .array(pointsOfYear)
    .max(limits.celebration_years_listed, 'out_of_range')
    .refine((list) => new Set(list.map(({ years }) => years)).size === list.length, 'not_unique'),
  visibility,
  /** The hour of the person's day from which the post appears. */
  hour: wholeNumber(0, 23),
  weekends,
  /** Whether colleagues are asked to sign a card a week before. */
  card: flag,
  texts,
}
/**
 * How the company celebrates a kind of day. Without a `budget`, the points are issued. `coming`: the
 * next 30 days.
 */
export const celebration = namedObject('Celebration', {
  kind: celebrationKind,
  ...celebrationFields,
  audience,
  budget: z.object({ id: id('budget'), name: z.string() }).nullable(),
  coming: z.object({ people: z.number().int(), points: z.number().int() }),
})
export type Celebration = z.infer<typeof celebration>
export const celebrationUpdate = z
  .strictObject({
    ...celebrationFields,
    audience: audienceInput,
    budget_id: id('budget', 'budget_unavailable').nullable(),
  })
  .partial()
  .meta({ id: 'CelebrationUpdate' })

/** The days of a preview, both included. Default: from today, for a month. */
export const celebrationPreviewParams = z.strictObject({
  ...pageQueryParams,
  from: date.optional(),
  to: date.optional(),
})
/**
 * A coming celebration, with the text of its post. `skipped`: why there will be none as things
 * stand. `date`: the day itself; `posts_on` follows the rule for weekends.
 */
const celebrationPreviewItem = namedObject('CelebrationPreview', {
  kind: celebrationKind,
  user: person,
  date,
  posts_on: date,
  years: z.number().int().nullable(),
  points: z.number().int(),
  visibility,
  text: z.string(),
  skipped: z.enum(['away']).nullable(),
})
export type CelebrationPreviewItem = z.infer<typeof celebrationPreviewItem>
export const celebrationPreview = pageOf(celebrationPreviewItem)

/** Default: this year. */
const year = z.coerce.number().int().optional()
export const celebrationYearParams = z.strictObject({ year })
/** The celebrations of each month of a year, by kind. Months without any are left out. */
export const celebrationYear = z.array(
  namedObject('CelebrationMonth', {
    month: z.number().int(),
    kind: celebrationKind,
    people: z.number().int(),
    points: z.number().int(),
  }),
)
export const celebrationsExportParams = z.strictObject({
  year,
  ...tableFileParams,
})
