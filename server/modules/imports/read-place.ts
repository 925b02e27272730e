import { email as address, timezone as timezoneName } from '#contract/schemas/common.ts'
import type { ImportField } from '#contract/schemas/imports.ts'
import { type CellProblem, findTextProblem } from './cell-checks.ts'
import { parseCountry } from './parse-country.ts'

const textFields = ['manager', 'department', 'location', 'employee_number', 'cost_center'] as const
export const placeFields = [...textFields, 'country', 'timezone'] as const
export type PlaceField = (typeof placeFields)[number]
/** The fields of a person's place in the organization that a row fills. */
export type PersonPlace = Partial<Record<PlaceField, string>>

/** Returns what a manager's cell refers to: a normalized address, or an employee number. */
const normalizeReference = (text: string): string => {
  const parsed = address.safeParse(text)
  return (parsed.success ? parsed.data : text).toLowerCase()
}

/** Returns a time zone as it is stored, or undefined. */
export const parseTimezone = (text: string): string | undefined =>
  timezoneName.safeParse(text).success ? text : undefined

/**
 * Reads the fields of a person's place, and a problem for each cell that cannot be read. Empty cells
 * change nothing.
 */
export function readPlace(cell: (field: PlaceField) => string): {
  place: PersonPlace
  problems: (CellProblem & { field: ImportField })[]
} {
  const place: PersonPlace = {}
  const problems: (CellProblem & { field: ImportField })[] = []
  for (const field of textFields) {
    const text = cell(field)
    if (!text) continue
    const problem = findTextProblem(field, text)
    if (problem) problems.push({ ...problem, field })
    else place[field] = field === 'manager' ? normalizeReference(text) : text
  }
  for (const [field, parse] of [
    ['country', parseCountry],
    ['timezone', parseTimezone],
  ] as const) {
    const text = cell(field)
    if (!text) continue
    const value = parse(text)
    if (value === undefined) problems.push({ code: 'wrong_format', field })
    else place[field] = value
  }
  return { place, problems }
}
