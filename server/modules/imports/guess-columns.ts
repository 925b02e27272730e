import { email } from '#contract/schemas/common.ts'
import type { ImportField } from '#contract/schemas/imports.ts'

/**
 * Compared without case, accents, spaces and marks: "Электронный адрес (e-mail)" is
 * "электронныиадресemail".
 */
const normalizeHeader = (header: string) =>
  header
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{Ll}]/gu, '')

/** How people name columns, in our five languages. */
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

export const isEmailAddress = (cell: string) => cell.includes('@') && email.safeParse(cell).success

/** Whether a column of whole names holds "Family Given" rather than "Given Family". */
export function isFamilyFirst(header: string): boolean {
  const name = normalizeHeader(header)
  return fullNamePattern.test(name) || name.search(familyNamePattern) === 0
}

/**
 * A column of whole names counts as the first name: who has no column for the family name gets it
 * from there.
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
 * What each column is: by its header, each field once; the address, if no header says so, by what
 * the column holds.
 */
export function guessFields(
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
    const some = rows.slice(0, 200)
    const counts = header.map(
      (_, column) => some.filter((row) => isEmailAddress(row[column] ?? '')).length,
    )
    const most = Math.max(...counts)
    if (most > 0) fields[counts.indexOf(most)] = 'email'
  }
  return fields
}

/**
 * What the first rows of a list say about all of it: whether the first one is a header, and what
 * each column is.
 */
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
