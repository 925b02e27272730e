import { z } from 'zod'
import { codeWithBounds, id, namedObject, namedStrictObject, oneLineText } from './common.ts'
import { limits } from '#contract/limits.ts'

const attributeKind = z.enum(['text', 'list'], 'wrong_format')
/**
 * Who sees the values: all colleagues, or the person, the managers above them and administrators of
 * the team, or only the person and administrators.
 */
const attributeVisibility = z
  .enum(['everyone', 'managers', 'administrators'], 'wrong_format')
  .meta({ id: 'AttributeVisibility' })
export type AttributeVisibility = z.infer<typeof attributeVisibility>

/** A custom field of people. `options`: the possible values of a list, in their order. */
export const attribute = namedObject('Attribute', {
  id: id('attribute'),
  name: z.string(),
  kind: attributeKind,
  options: z.array(z.string()),
  visibility: attributeVisibility,
})
export type Attribute = z.infer<typeof attribute>

const attributeFields = {
  name: oneLineText(1, limits.attribute_name_chars_max),
  options: z
    .array(oneLineText(1, limits.attribute_value_chars_max), 'wrong_format')
    .max(
      limits.attribute_options_max,
      codeWithBounds('out_of_range', 1, limits.attribute_options_max),
    ),
  visibility: attributeVisibility,
}
export const attributeCreate = namedStrictObject('AttributeCreate', {
  ...attributeFields,
  kind: attributeKind,
  options: attributeFields.options.default([]),
  visibility: attributeVisibility.default('administrators'),
})
export const attributeUpdate = z
  .strictObject(attributeFields)
  .partial()
  .meta({ id: 'AttributeUpdate' })

/** The value of a person, as those see it to whom the attribute is visible. */
export const publicAttributeValue = namedObject('PublicAttributeValue', {
  attribute_id: id('attribute'),
  name: z.string(),
  value: z.string(),
})
/**
 * The same for administrators. `managed`: another system keeps it, so it cannot be changed here and
 * may be empty.
 */
export const attributeValue = publicAttributeValue
  .extend({ visibility: attributeVisibility, managed: z.boolean() })
  .meta({ id: 'AttributeValue' })
export type AttributeValue = z.infer<typeof attributeValue>

/** Values of a person; an empty one clears it. Other attributes keep theirs. */
export const attributeValuesInput = z
  .array(
    namedStrictObject('AttributeValueInput', {
      attribute_id: id('attribute'),
      value: oneLineText(0, limits.attribute_value_chars_max),
    }),
    'wrong_format',
  )
  .max(limits.attributes_max, codeWithBounds('out_of_range', 0, limits.attributes_max))
export type AttributeValuesInput = z.infer<typeof attributeValuesInput>
