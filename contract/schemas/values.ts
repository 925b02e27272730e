import { z } from 'zod'
import {
  codeWithBounds,
  color,
  emoji,
  flag,
  id,
  namedObject,
  namedStrictObject,
  oneLineText,
  optionalText,
} from './common.ts'
import { foldTag } from '#contract/fold-text.ts'
import { limits } from '#contract/limits.ts'

export const value = namedObject('Value', {
  id: id('value'),
  name: z.string(),
  description: z.string(),
  color: z.string(),
  emoji: z.string(),
  keywords: z.array(z.string()),
  tag: z.string(),
  default: z.boolean(),
  retired: z.boolean(),
})
export type Value = z.infer<typeof value>

const tag = z
  .string('wrong_format')
  .trim()
  .toLowerCase()
  .regex(/^#?[\p{L}\p{N}_-][\p{L}\p{M}\p{N}_-]{0,39}$/u, 'wrong_format')
  .transform((word) => foldTag(word.replace('#', '')))
const valueFields = {
  name: oneLineText(1, limits.value_name_chars_max),
  description: optionalText(limits.value_description_chars_max),
  color,
  emoji,
  keywords: z
    .array(oneLineText(1, limits.value_keyword_chars_max), 'wrong_format')
    .max(limits.value_keywords_max, codeWithBounds('out_of_range', 0, limits.value_keywords_max)),
  tag,
  default: flag,
}
export const valueCreate = namedStrictObject('ValueCreate', {
  ...valueFields,
  description: valueFields.description.default(''),
  keywords: valueFields.keywords.default([]),
  tag: tag.optional(),
  default: flag.default(false),
})
export const valueUpdate = z.strictObject(valueFields).partial().meta({ id: 'ValueUpdate' })
/**
 * A suggested value in the reader's language. `taken`: the team already has a value with this name.
 */
export const valueSuggestion = namedObject('ValueSuggestion', {
  name: z.string(),
  description: z.string(),
  color: z.string(),
  emoji: z.string(),
  keywords: z.array(z.string()),
  tag: z.string(),
  taken: z.boolean(),
})
export type ValueSuggestion = z.infer<typeof valueSuggestion>
