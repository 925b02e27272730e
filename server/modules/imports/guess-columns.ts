import { email } from '#contract/schemas/common.ts'
import type { ImportField } from '#contract/schemas/imports.ts'

/**
 * Returns a header without case, accents, spaces and punctuation: "Электронный адрес (e-mail)"
 * becomes "электронныиадресemail".
 */
const normalizeHeader = (header: string) =>
  header
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{Ll}]/gu, '')

/** Common column names in our five languages. */
const headerPatterns: [Exclude<ImportField, 'ignore'>, RegExp][] = [
  ['email', /e?mail|correo|почт|пошт|имеил|імеил/],
  ['birth_date', /birth|^dob$|bday|nacim|nasc|cumple|aniversario|рожд|народж/],
  [
    'hire_date',
    /hire|joined|startdate|employ|contrata|ingreso|incorpora|admiss|inicio|прием|наим|трудоустр|начал|приинят|початк/,
  ],
  ['job_title', /title|position|^role$|^job|cargo|puesto|funcao|funcion|должност|посад/],
]
const familyNamePattern =
  /sobrenome|apellidos?|apelido|фамили[яи]|прізвищ[еа]|last(name)?|surname|family(name)?/
const givenNamePattern = /first|given|forename|имя|імя|nombre|nome|name/
const fullNamePattern = /^фио$|^піб$/

const isEmailAddress = (cell: string) => cell.includes('@') && email.safeParse(cell).success

/** Returns whether a column of full names holds "Family Given" rather than "Given Family". */
export function isFamilyFirst(header: string): boolean {
  const name = normalizeHeader(header)
  return fullNamePattern.test(name) || name.search(familyNamePattern) === 0
}

/**
 * Returns the field of a header. A column of full names is the first name, and the parser splits it
 * if no column holds the last name.
 */
function guessField(header: string): ImportField {
  const name = normalizeHeader(header)
  if (!name) return 'ignore'
  const known = headerPatterns.find(([, pattern]) => pattern.test(name))?.[0]
  if (known) return known
  if (fullNamePattern.test(name) || givenNamePattern.test(name.replace(familyNamePattern, '')))
    return 'first_name'
  return familyNamePattern.test(name) ? 'last_name' : 'ignore'
}

/**
 * Returns the field of each column by its header, each field at most once. Without a header for the
 * address, the cells decide.
 */
function guessFields(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): ImportField[] {
  const taken = new Set<ImportField>()
  const fields = header.map((name): ImportField => {
    const field = guessField(name)
    if (field === 'ignore' || taken.has(field)) return 'ignore'
    taken.add(field)
    return field
  })
  if (!taken.has('email')) {
    const sample = rows.slice(0, 200)
    const counts = header.map(
      (_, column) => sample.filter((row) => isEmailAddress(row[column] ?? '')).length,
    )
    const mostCount = Math.max(...counts)
    if (mostCount > 0) fields[counts.indexOf(mostCount)] = 'email'
  }
  return fields
}

/** Returns whether the first row is a header, and the field of each column. */
export function describeTable(first: readonly (readonly string[])[]): {
  hasHeader: boolean
  header: string[]
  fields: ImportField[]
} {
  const [top = [], ...others] = first
  const hasHeader = !top.some(isEmailAddress)
  const header = hasHeader ? [...top] : top.map(() => '')
  return { hasHeader, header, fields: guessFields(header, hasHeader ? others : first) }
}
