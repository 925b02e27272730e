import { email as address, timezone as timezoneName } from '#contract/schemas/common.ts'
import type { ImportField } from '#contract/schemas/imports.ts'
import { awayBounds } from '#server/modules/leave/away.ts'
import { type AttributeColumns, readAttributeValue } from './attribute-columns.ts'
import { type CellProblem, findTextProblem } from './cell-checks.ts'
import { parseCountry } from './parse-country.ts'

const textFields = ['manager', 'department', 'location', 'employee_number', 'cost_center'] as const
const awayFields = ['away_from', 'away_until'] as const
export const placeFields = [...textFields, 'country', 'timezone', ...awayFields] as const
type PlaceProblem = CellProblem & { field: ImportField }
export type PlaceField = (typeof placeFields)[number]
/** The fields of a person's place in the organization that a row fills. */
export type PersonPlace = Partial<Record<PlaceField, string>> & {
  /** Values by the ids of their attributes. */
  attributes?: Record<string, string>
}

/** Returns what a cell refers to: a normalized address, or an employee number in lower case. */
export const normalizeReference = (text: string): string => {
  const parsed = address.safeParse(text)
  return (parsed.success ? parsed.data : text).toLowerCase()
}

/** Returns a time zone as it is stored, or undefined. */
export const parseTimezone = (text: string): string | undefined => timezoneName.safeParse(text).data

/** Reads the attributes of a person, and a problem for each cell that cannot be read. */
function readAttributes(attributes: AttributeColumns, cell: (field: ImportField) => string) {
  const values: Record<string, string> = {}
  const problems: PlaceProblem[] = []
  for (const [field, attribute] of attributes) {
    const text = cell(field)
    if (!text) continue
    const read = readAttributeValue(attribute, text)
    if ('value' in read) values[attribute.id] = read.value
    else problems.push({ ...read.problem, field })
  }
  return { values, problems }
}

/** The readable dates of a leave; `undefined` is an unreadable cell. */
export type AwayDates = Partial<Record<(typeof awayFields)[number], string | undefined>>

/**
 * Returns the leave of a row, or the problem of its end: an end needs a readable beginning, and
 * follows it within ten years. A leave with an unreadable end is left out.
 */
export function readAway(dates: AwayDates): { place: PersonPlace; problems: PlaceProblem[] } {
  const { away_from: from, away_until: until } = dates
  const outOfRange = {
    place: {},
    problems: [{ code: 'out_of_range', field: 'away_until' } as const],
  }
  if (from === undefined)
    return until === undefined || 'away_from' in dates ? { place: {}, problems: [] } : outOfRange
  if (!('away_until' in dates)) return { place: { away_from: from }, problems: [] }
  if (until === undefined) return { place: {}, problems: [] }
  const { start, finish } = awayBounds(from, from).to
  if (until < start || until > finish) return outOfRange
  return { place: { away_from: from, away_until: until }, problems: [] }
}

/**
 * Reads the fields of a person's place, and a problem for each cell that cannot be read. Empty cells
 * change nothing.
 */
export function readPlace(
  attributes: AttributeColumns,
  cell: (field: ImportField) => string,
): { place: PersonPlace; problems: PlaceProblem[] } {
  const place: PersonPlace = {}
  const problems: PlaceProblem[] = []
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
  const { values, problems: unreadable } = readAttributes(attributes, cell)
  if (Object.keys(values).length) place.attributes = values
  return { place, problems: [...problems, ...unreadable] }
}
