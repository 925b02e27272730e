import { email as address, hasWebAddress, isOneLine } from '#contract/schemas/common.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { ImportField } from '#contract/schemas/imports.ts'
import { limits } from '#contract/limits.ts'
import type { Permissions } from '#contract/permissions.ts'
import type { NewUser } from '#server/modules/users/create.ts'
import { canEditMember } from '#server/modules/users/edit-policy.ts'
import { type DateOrder, detectDateOrder, parseDate } from './parse-date.ts'
import { isFamilyFirst } from './guess-columns.ts'

/** Index of each field in a row, and how to parse it. */
export type ColumnMapping = {
  at: Partial<Record<ImportField, number>>
  familyFirst: boolean
  orders: Partial<Record<ImportField, DateOrder>>
}

type RowRefusal = { code: ErrorCode; field: ImportField; params?: Record<string, number> }
export type ParsedRow = { email: string; person: NewUser } | { email: string; refused: RowRefusal }

export function mapColumns(
  header: readonly string[],
  fields: readonly ImportField[],
): ColumnMapping {
  const at: ColumnMapping['at'] = {}
  for (const [index, field] of fields.entries()) if (field !== 'ignore') at[field] ??= index
  return {
    at,
    familyFirst: at.last_name === undefined && isFamilyFirst(header[at.first_name ?? -1] ?? ''),
    orders: {},
  }
}

/** Splits a full name: "Ada King" or "King, Ada". With `familyFirst` also "Кинг Ада Петровна". */
function splitName(cell: string, familyFirst: boolean): [first: string, last: string] {
  const [before = '', after] = cell.split(/,\s*/, 2)
  if (after) return [after, before]
  const [head = '', ...rest] = cell.split(/\s+/)
  return familyFirst ? [rest[0] ?? '', head] : [head, rest.join(' ')]
}

const dateFields = ['birth_date', 'hire_date'] as const

/**
 * Creates an analyzer that decides the date order of each date column. Most unambiguous cells win,
 * otherwise the language decides.
 */
export function createColumnAnalyzer(columns: ColumnMapping, language: string) {
  const votes = new Map(dateFields.map((field) => [field, { dmy: 0, mdy: 0 }]))
  const seen = new Set<string>()
  const repeated = new Set<number>()
  return {
    /** Analyzes one row. Later rows with the same address are repeated rows. */
    addRow(line: number, cells: readonly string[]): void {
      const key = (cells[columns.at.email ?? -1] ?? '').trim().toLowerCase()
      if (key && seen.has(key)) repeated.add(line)
      else seen.add(key)
      for (const field of dateFields) {
        const order =
          columns.at[field] === undefined
            ? undefined
            : detectDateOrder(cells[columns.at[field]] ?? '')
        if (order) (votes.get(field) ?? { dmy: 0, mdy: 0 })[order] += 1
      }
    },
    finish(): { columns: ColumnMapping; repeated: Set<number> } {
      const defaultOrder: DateOrder = language === 'en' ? 'mdy' : 'dmy'
      const orders = Object.fromEntries(
        dateFields.map((field) => {
          const { dmy, mdy } = votes.get(field) ?? { dmy: 0, mdy: 0 }
          const winner = dmy > mdy ? 'dmy' : 'mdy'
          return [field, dmy === mdy ? defaultOrder : winner]
        }),
      )
      return { columns: { ...columns, orders }, repeated }
    },
  }
}

const fieldCharsMax = {
  first_name: limits.name_chars_max,
  last_name: limits.name_chars_max,
  job_title: limits.job_title_chars_max,
} as const

/**
 * Returns the person of a row, or why the row is refused. Empty cells are undefined and change
 * nothing.
 */
export function parseRow(
  columns: ColumnMapping,
  cells: readonly string[],
  repeated: boolean,
): ParsedRow {
  const cell = (field: ImportField) =>
    columns.at[field] === undefined ? '' : (cells[columns.at[field]] ?? '')
  const typed = cell('email')
  const parsed = address.safeParse(typed)
  const email = parsed.success ? parsed.data : typed.slice(0, limits.email_chars_max)
  const refuse = (
    code: ErrorCode,
    field: ImportField,
    params?: Record<string, number>,
  ): ParsedRow => ({ email, refused: { code, field, ...(params ? { params } : {}) } })
  if (!typed) return refuse('required', 'email')
  if (!parsed.success) return refuse('email_invalid', 'email')
  if (repeated) return refuse('not_unique', 'email')

  const person: NewUser = { email }
  // Errors of a full name refer to the first-name column.
  const errorField = (field: ImportField) =>
    field === 'last_name' && columns.at.last_name === undefined ? 'first_name' : field
  const [first, last] =
    columns.at.last_name === undefined
      ? splitName(cell('first_name'), columns.familyFirst)
      : [cell('first_name'), cell('last_name')]
  for (const [field, text] of [
    ['first_name', first],
    ['last_name', last],
    ['job_title', cell('job_title')],
  ] as const) {
    if (text.length > fieldCharsMax[field])
      return refuse('out_of_range', errorField(field), { start: 0, finish: fieldCharsMax[field] })
    if (!isOneLine(text)) return refuse('invisible_characters', errorField(field))
    if (field !== 'job_title' && hasWebAddress(text)) return refuse('name_link', errorField(field))
    if (text) person[field] = text
  }
  for (const field of dateFields) {
    const text = cell(field)
    if (!text) continue
    const date = parseDate(text, columns.orders[field] ?? 'dmy')
    if (date === undefined) return refuse('wrong_format', field)
    person[field] = date
  }
  return { email, person }
}

/**
 * Refuses a row that would change a member whom the holder of `held` may not edit. Returns other
 * rows unchanged.
 */
export function refuseUneditable(
  row: ParsedRow,
  held: Permissions,
  known: ReadonlyMap<string, Permissions>,
): ParsedRow {
  const member = 'person' in row ? known.get(row.email) : undefined
  return member && !canEditMember(held, member)
    ? { email: row.email, refused: { code: 'forbidden', field: 'email' } }
    : row
}
