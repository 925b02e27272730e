import { email as address } from '#contract/schemas/common.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { DateOrder, DateOrders, ImportField } from '#contract/schemas/imports.ts'
import { limits } from '#contract/limits.ts'
import type { Permissions } from '#contract/permissions.ts'
import type { ExistingMember, NewUser } from '#server/modules/users/invite-queries.ts'
import { toStoredBirthDate } from '#server/modules/users/birth-date.ts'
import { findExceededBounds } from '#server/modules/users/validate-dates.ts'
import { awayBounds } from '#server/modules/leave/away.ts'
import { utcDay } from '#server/platform/periods.ts'
import { canEditMember } from '#server/modules/users/edit-policy.ts'
import type { AttributeColumns } from './attribute-columns.ts'
import { type CellProblem, findTextProblem } from './cell-checks.ts'
import { type DateField, dateFields, dateParsers, detectDateOrder } from './parse-date.ts'
import { isFamilyFirst } from './guess-columns.ts'
import { type EmploymentStatus, parseStatus } from './parse-status.ts'
import { normalizeReference, type PersonPlace, readAway, readPlace } from './read-place.ts'

/** Index of each field in a row, and how to parse it. `today`: the day of the upload. */
export type ColumnMapping = {
  at: Partial<Record<ImportField, number>>
  /** Only those of the columns. */
  attributes: AttributeColumns
  familyFirst: boolean
  orders: DateOrders
  today: string
}

/** A person of the file, with the fields of their place in the organization. */
export type ImportedPerson = NewUser & { place?: PersonPlace; status?: EmploymentStatus }
export type FieldProblem = CellProblem & { field: ImportField }
/** A row is refused, or its person is imported without the fields that have warnings. */
export type ParsedRow =
  | { email: string; person: ImportedPerson; warnings: FieldProblem[] }
  | { email: string; refused: FieldProblem }

/** Returns the columns with the attributes of their fields. */
export const withAttributes = (
  columns: ColumnMapping,
  attributes: AttributeColumns,
): ColumnMapping => ({
  ...columns,
  attributes: new Map([...attributes].filter(([field]) => columns.at[field] !== undefined)),
})

export function mapColumns(
  {
    header,
    fields,
    date_orders: orders,
    created_at: createdAt,
  }: {
    header: readonly string[]
    fields: readonly ImportField[]
    date_orders: DateOrders
    created_at: Date
  },
  attributes: AttributeColumns,
): ColumnMapping {
  const at: ColumnMapping['at'] = {}
  for (const [index, field] of fields.entries()) if (field !== 'ignore') at[field] ??= index
  const familyFirst = isFamilyFirst(header[at.full_name ?? -1] ?? '')
  const today = utcDay(createdAt)
  return withAttributes({ at, attributes, familyFirst, orders, today }, attributes)
}

/** Returns the trimmed cell of a field; empty without a column. */
export const cellOf = (
  columns: ColumnMapping,
  cells: readonly string[],
  field: ImportField,
): string => (cells[columns.at[field] ?? -1] ?? '').trim()

/** Splits a full name: "Ada King" or "King, Ada". With `familyFirst` also "Кинг Ада Петровна". */
function splitName(cell: string, familyFirst: boolean): { first: string; last: string } {
  const [before = '', after] = cell.split(/,\s*/, 2)
  if (after) return { first: after, last: before.trim() }
  const [head = '', ...rest] = before.trim().split(/\s+/)
  return familyFirst && rest.length
    ? { first: rest[0] ?? '', last: head }
    : { first: head, last: rest.join(' ') }
}

/** Counts the unambiguous dates of a column. Most of them win, otherwise the language decides. */
export function createDateOrderVote(language: string) {
  const votes = { dmy: 0, mdy: 0 }
  return {
    addCell(cell: string): void {
      const order = detectDateOrder(cell)
      if (order) votes[order] += 1
    },
    winner(): DateOrder {
      if (votes.dmy === votes.mdy) return language === 'en' ? 'mdy' : 'dmy'
      return votes.dmy > votes.mdy ? 'dmy' : 'mdy'
    },
  }
}

/** The people of a file by what a manager's cell may hold, in lower case. */
export type FileReferences = { people: ReadonlySet<string>; repeatedNumbers: ReadonlySet<number> }

/**
 * Creates an analyzer that decides the order of each date column without a chosen one, and finds
 * repeated addresses and employee numbers.
 */
export function createColumnAnalyzer(columns: ColumnMapping, language: string) {
  const votes = dateFields
    .filter((field) => columns.at[field] !== undefined)
    .map((field) => ({ field, vote: createDateOrderVote(language) }))
  const seen = new Set<string>()
  const repeated = new Set<number>()
  const numbers = new Set<string>()
  const repeatedNumbers = new Set<number>()
  return {
    /** Analyzes one row. Later rows with the same address are repeated rows. */
    addRow(line: number, cells: readonly string[]): void {
      const key = normalizeReference(cellOf(columns, cells, 'email'))
      if (key && seen.has(key)) repeated.add(line)
      else seen.add(key)
      const number = cellOf(columns, cells, 'employee_number').toLowerCase()
      if (number && numbers.has(number)) repeatedNumbers.add(line)
      else numbers.add(number)
      for (const { field, vote } of votes) vote.addCell(cellOf(columns, cells, field))
    },
    finish(): { columns: ColumnMapping; repeated: Set<number>; references: FileReferences } {
      const orders = Object.fromEntries(
        votes.map(({ field, vote }) => [field, columns.orders[field] ?? vote.winner()]),
      )
      const references = { people: seen.union(numbers), repeatedNumbers }
      return { columns: { ...columns, orders }, repeated, references }
    },
  }
}

/** Returns the name of a row. The columns of first and last name win over a full name. */
function readNames(columns: ColumnMapping, cells: readonly string[]) {
  const { first, last } = splitName(cellOf(columns, cells, 'full_name'), columns.familyFirst)
  const ownFirst = cellOf(columns, cells, 'first_name')
  const ownLast = cellOf(columns, cells, 'last_name')
  return [
    { field: 'first_name', column: ownFirst ? 'first_name' : 'full_name', text: ownFirst || first },
    { field: 'last_name', column: ownLast ? 'last_name' : 'full_name', text: ownLast || last },
  ] as const
}

/** Returns why an address cannot be invited. Other problems only drop a cell, not the row. */
function findEmailProblem(typed: string, repeated: boolean): ErrorCode | undefined {
  if (!typed) return 'required'
  if (!address.safeParse(typed).success) return 'email_invalid'
  return repeated ? 'not_unique' : undefined
}

/** Returns whether a date may be stored. The end of a leave depends on its beginning. */
function isPlausible(field: DateField, date: string, today: string): boolean {
  if (field === 'away_until') return true
  if (field !== 'away_from')
    return findExceededBounds(field, toStoredBirthDate(date), today) === undefined
  const { start, finish } = awayBounds(date, today).from
  return date >= start && date <= finish
}

/** Returns the dates of a row; an unreadable or implausible one is undefined and a problem. */
function readDates(columns: ColumnMapping, cells: readonly string[]) {
  const dates: Partial<Record<DateField, string | undefined>> = {}
  const problems: FieldProblem[] = []
  for (const field of dateFields) {
    const text = cellOf(columns, cells, field)
    if (!text) continue
    const date = dateParsers[field](text, columns.orders[field] ?? 'dmy')
    const isStorable = date !== undefined && isPlausible(field, date, columns.today)
    dates[field] = isStorable ? date : undefined
    if (date === undefined) problems.push({ code: 'wrong_format', field })
    else if (!isStorable) problems.push({ code: 'out_of_range', field })
  }
  return { dates, problems }
}

/**
 * Returns the fields of a row that can be read, and a warning for each cell that cannot. Empty and
 * unreadable cells are undefined and change nothing.
 */
export function readPerson(
  columns: ColumnMapping,
  cells: readonly string[],
): { person: Omit<ImportedPerson, 'email'>; warnings: FieldProblem[] } {
  const person: Omit<ImportedPerson, 'email'> = {}
  const warnings: FieldProblem[] = []
  for (const { field, column, text } of [
    ...readNames(columns, cells),
    { field: 'job_title', column: 'job_title', text: cellOf(columns, cells, 'job_title') },
  ] as const) {
    if (!text) continue
    const problem = findTextProblem(field, text)
    if (!problem) person[field] = text
    else if (!warnings.some((warning) => warning.field === column))
      warnings.push({ ...problem, field: column })
  }
  // Half of an unreadable name would be a wrong name.
  if (warnings.some(({ field }) => field === 'full_name')) {
    delete person.first_name
    delete person.last_name
  }
  const { dates, problems: unreadableDates } = readDates(columns, cells)
  const { birth_date: birthDate, hire_date: hireDate, ...awayDates } = dates
  if (birthDate !== undefined) person.birth_date = toStoredBirthDate(birthDate)
  if (hireDate !== undefined) person.hire_date = hireDate
  warnings.push(...unreadableDates)
  const status = cellOf(columns, cells, 'status')
  if (status) {
    const read = parseStatus(status)
    if (read === undefined) warnings.push({ code: 'wrong_format', field: 'status' })
    else person.status = read
  }
  const { place, problems } = readPlace(columns.attributes, (field) =>
    cellOf(columns, cells, field),
  )
  const away = readAway(awayDates)
  Object.assign(place, away.place)
  if (Object.keys(place).length) person.place = place
  return { person, warnings: [...warnings, ...problems, ...away.problems] }
}

/** Returns whether someone is a member who is not deactivated. */
export const isActiveMember = (member: ExistingMember | undefined): member is ExistingMember =>
  member !== undefined && member.state !== 'deactivated'

/** Returns whether a row says that its person has left the company. */
export const hasLeft = (row: ParsedRow): boolean =>
  'person' in row && row.person.status === 'inactive'

/**
 * Returns the person of a row with its warnings, or why the row is refused. Of people who have left,
 * nothing but the address counts.
 */
export function parseRow(
  columns: ColumnMapping,
  cells: readonly string[],
  repeated: boolean,
): ParsedRow {
  const typed = cellOf(columns, cells, 'email')
  const parsed = address.safeParse(typed)
  const email = parsed.success ? parsed.data : typed.slice(0, limits.email_chars_max)
  const code = findEmailProblem(typed, repeated)
  if (code) return { email, refused: { code, field: 'email' } }
  const { person, warnings } = readPerson(columns, cells)
  if (person.status === 'inactive')
    return { email, person: { email, status: 'inactive' }, warnings: [] }
  return { email, person: { ...person, email }, warnings }
}

/**
 * Refuses a row that would change a member whom the uploader may not edit, or deactivate the
 * uploader. Returns other rows unchanged.
 */
export function refuseUneditable(
  row: ParsedRow,
  uploader: { id: string; held: Permissions },
  known: ReadonlyMap<string, ExistingMember>,
): ParsedRow {
  const member = 'person' in row ? known.get(row.email) : undefined
  if (!member) return row
  if (!canEditMember(uploader.held, member))
    return { email: row.email, refused: { code: 'forbidden', field: 'email' } }
  return member.id === uploader.id && hasLeft(row)
    ? { email: row.email, refused: { code: 'own_deactivation', field: 'email' } }
    : row
}
