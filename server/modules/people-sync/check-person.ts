import type { ErrorCode } from '#contract/errors.ts'
import type { Permissions } from '#contract/permissions.ts'
import {
  cellOf,
  type ColumnMapping,
  type ParsedRow,
} from '#server/modules/people-files/parse-rows.ts'
import { canEditMember } from '#server/modules/users/edit-policy.ts'
import type { NewChange } from './change-queries.ts'
import { comparePerson, toFileValues } from './compare.ts'
import type { SyncPerson } from './person-queries.ts'

/** A row with the people whom its number and its address name. */
export type MatchedRow = {
  line: number
  cells: string[]
  number: string
  row: ParsedRow
  byNumber: SyncPerson | undefined
  byEmail: SyncPerson | undefined
}
export type RowChecks = {
  columns: ColumnMapping
  repeatedNumbers: ReadonlySet<number>
  /** Every address and number of the file, in lower case. */
  named: ReadonlySet<string>
  uploader: { id: string; held: Permissions }
  isVerifiedDomain: (email: string) => boolean
}

export const isActive = ({ state }: SyncPerson): boolean =>
  state === 'pending' || state === 'accepted'

/** Returns why the address of a person cannot change to the one of the file, or undefined. */
function findAddressProblem(
  person: SyncPerson,
  { row, byEmail }: MatchedRow,
  { named, isVerifiedDomain }: RowChecks,
): ErrorCode | undefined {
  if (row.email === person.email) return undefined
  if (byEmail) return 'email_taken'
  // Another row of the file names the same person by their address.
  if (named.has(person.email)) return 'not_unique'
  return person.has_accepted && !isVerifiedDomain(row.email) ? 'people_address_domain' : undefined
}

/** Returns why a row cannot be used, or undefined. */
function findProblem(matched: MatchedRow, checks: RowChecks): string | undefined {
  const { row, line, number, byNumber, byEmail } = matched
  if ('refused' in row) return row.refused.code
  if (row.warnings[0]) return row.warnings[0].code
  if (checks.repeatedNumbers.has(line)) return 'not_unique'
  const person = byNumber ?? byEmail
  if (!person) return undefined
  // The address may belong to somebody else now.
  if (!byNumber && number && person.employee_number) return 'people_number_differs'
  const { id, held } = checks.uploader
  if (!canEditMember(held, person)) return 'forbidden'
  const isLeaving = row.person.status === 'inactive'
  if (isLeaving) return person.id === id ? 'own_deactivation' : undefined
  return findAddressProblem(person, matched, checks)
}

const nameOf = ({
  first_name: first = '',
  last_name: last = '',
}: {
  first_name?: string | undefined
  last_name?: string | undefined
}) => `${first} ${last}`.trim()

/** Returns what a row changes, or undefined when its person stays as they are. */
export function checkPerson(matched: MatchedRow, checks: RowChecks): NewChange | undefined {
  const { line, cells, row, byNumber, byEmail } = matched
  const person = byNumber ?? byEmail
  const base = { position: line, line, email: row.email, user_id: person?.id ?? null }
  const code = findProblem(matched, checks)
  if (code !== undefined || 'refused' in row)
    return {
      ...base,
      outcome: 'refused',
      code: code ?? 'unknown',
      cells,
      is_done: true,
      name: nameOf(person ?? {}),
    }
  if (row.person.status === 'inactive') {
    const leaves = person !== undefined && isActive(person)
    return leaves ? { ...base, outcome: 'deactivated', name: nameOf(person) } : undefined
  }
  const values = toFileValues(row.person)
  if (!person)
    return {
      ...base,
      outcome: 'new',
      name: nameOf(row.person),
      file_values: JSON.stringify(values),
      fields: JSON.stringify(
        Object.entries(values).flatMap(([field, after]) =>
          after ? [{ field, before: '', after, last: null }] : [],
        ),
      ),
    }
  const comparison = comparePerson(person, values)
  if (!comparison) return undefined
  return {
    ...base,
    outcome: comparison.outcome,
    name: nameOf(person),
    fields: JSON.stringify(comparison.fields),
    file_values: JSON.stringify(comparison.values),
  }
}

/** Returns the employee number of a row in lower case; empty without one. */
export const numberOf = (columns: ColumnMapping, cells: readonly string[]): string =>
  cellOf(columns, cells, 'employee_number').toLowerCase()
