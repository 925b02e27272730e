import type { AttributeField, ImportField } from '#contract/schemas/imports.ts'
import { limits } from '#contract/limits.ts'
import { isOneLine } from '#contract/schemas/common.ts'
import { matchOption } from '#server/modules/attributes/match-option.ts'
import type { AttributeRow } from '#server/modules/attributes/queries.ts'
import type { CellProblem } from './cell-checks.ts'

/** The attributes of a team by the fields of their columns. */
export type AttributeColumns = ReadonlyMap<ImportField, AttributeRow>

const fieldOf = ({ id }: Pick<AttributeRow, 'id'>): AttributeField => `attribute:${id}`

export const toAttributeColumns = (attributes: AttributeRow[]): AttributeColumns =>
  new Map(attributes.map((attribute) => [fieldOf(attribute), attribute]))

export const isAttributeField = (field: ImportField): field is AttributeField =>
  field.startsWith('attribute:')

/** Returns the attribute with this name, regardless of case. */
export function findAttributeColumn(
  attributes: AttributeColumns,
  header: string,
): AttributeField | undefined {
  const name = header.trim().toLowerCase()
  const found = [...attributes.values()].find((attribute) => attribute.name.toLowerCase() === name)
  return found && fieldOf(found)
}

/** Returns a cell as the attribute stores it, or why it cannot be stored. */
export function readAttributeValue(
  attribute: AttributeRow,
  cell: string,
): { value: string } | { problem: CellProblem } {
  const finish = limits.attribute_value_chars_max
  if (cell.length > finish)
    return { problem: { code: 'out_of_range', params: { start: 0, finish } } }
  if (!isOneLine(cell)) return { problem: { code: 'invisible_characters' } }
  const value = matchOption(attribute, cell)
  return value === undefined ? { problem: { code: 'wrong_format' } } : { value }
}
