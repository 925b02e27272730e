import type { AttributeField, DateOrder, ImportField } from '#contract/schemas/imports.ts'
import { type AttributeColumns, findAttributeColumn } from './attribute-columns.ts'
import { isEmailAddress, isPlausibleText } from './cell-checks.ts'
import { parseCountry } from './parse-country.ts'
import { type DateField, dateParsers, isDateField } from './parse-date.ts'
import { parseStatus } from './parse-status.ts'
import { parseTimezone } from './read-place.ts'

type Field = Exclude<ImportField, 'ignore' | AttributeField>

/**
 * Returns a header without case, accents and punctuation, as words: "Дата рождения (d.o.b.)"
 * becomes "дата рождения d o b".
 */
const normalizeHeader = (header: string) =>
  header
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFC')
    .replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .replaceAll(/['’ʼ]/g, '')
    .replaceAll(/[^\p{Ll}]+/gu, ' ')
    .trim()

/** Common column names in our five languages. `exact` names are certain, `likely` ones are not. */
const headerPatterns: { field: Field; exact: RegExp; likely: RegExp }[] = [
  {
    field: 'email',
    exact: /^(work |business |company )?e ?mail( address)?$/,
    likely: /e ?mail|correo|почт|пошт|имеил|імеил/,
  },
  {
    field: 'birth_date',
    exact: /^(date of birth|birth ?(date|day)|d ?o ?b)( |$)/,
    likely: /birth|(^| )d ?o ?b( |$)|bday|nacim|nasc|cumple|aniversario|рожд|народж/,
  },
  {
    field: 'hire_date',
    exact: /^((date of hire|hire|start|joining|join|joined) ?(date|dt|day)?|doj)$/,
    likely:
      /hire|(^| )(start|joined|join|joining|doj|onboard(ed|ing)?|first day)( |$)|startdate|employ(ed|ment) (since|date|start)|contrata|ingreso|incorpora|admiss|inicio|прием|наим|трудоустр|начал|приинят|прииом|прииня|початк/,
  },
  {
    field: 'manager',
    exact:
      /^((line |direct )?manager|supervisor|reports to)( (e ?mail|address|employee number|id))*$/,
    likely: /(^| )(manager|supervisor|reports to|jefe|gestor|gerente)( |$)|руководител|керівник/,
  },
  {
    field: 'department',
    exact: /^(department|dept|division|departamento|отдел|відділ)( name)?$/,
    likely: /department|(^| )dept( |$)|departament|отдел|відділ|подраздел|підрозділ/,
  },
  {
    field: 'location',
    exact: /^(location|office|site)( name)?$/,
    likely: /(^| )(location|office|site|oficina|escritorio|sede)( |$)|офис|офіс/,
  },
  {
    field: 'country',
    exact: /^country( code)?$/,
    likely: /country|(^| )pa[ií]s( |$)|страна|країна/,
  },
  {
    field: 'timezone',
    exact: /^time ?zone$/,
    likely: /time ?zone|zona horaria|fuso horario|часовои пояс|часовии пояс/,
  },
  {
    field: 'employee_number',
    exact: /^(employee|staff|personnel|payroll) ?(number|no|id|code)$/,
    likely: /(employee|staff|personnel|payroll) ?(number|no|id|code|nr)?$|matricula|табельн/,
  },
  {
    field: 'cost_center',
    exact: /^cost ?cent(er|re)$/,
    likely: /cost ?cent|centro de cost|центр затрат|мвз|центр витрат/,
  },
  {
    field: 'away_from',
    exact:
      /^(on leave|leave|away|absent|absence|ausente|ausencia|licencia|licenca|отсутствует|отсутствие|отпуск|відсутність|відсутніи|відпустка) (from|since|start|start date|desde|de|с|з|від)$/,
    likely: /(^| )(leave|absence|ausencia) (from|since|start|begin)/,
  },
  {
    field: 'away_until',
    exact:
      /^(on leave|leave|away|absent|absence|ausente|ausencia|licencia|licenca|отсутствует|отсутствие|отпуск|відсутність|відсутніи|відпустка) (until|till|to|end|end date|hasta|ate|по|до)$/,
    likely: /(^| )(leave|absence|ausencia) (until|till|to|end)( |$)/,
  },
  {
    field: 'status',
    exact:
      /^(employment |employee |work |user |account |member )?(status|state)$|^(estado|situacao)( laboral| do colaborador)?$|^статус( сотрудника| працівника)?$/,
    likely: /(employ|work|emplead|colaborador|сотрудник|працівник).*(status|state|estado|статус)/,
  },
  {
    field: 'job_title',
    exact: /^(job )?(title|position|role)$/,
    likely:
      /title|position|^role$|(^| )job( |$)|^jobtitle|cargo|puesto|funcao|funcion|должност|посад/,
  },
]
const familyNamePattern =
  /sobrenome|apellidos?|apelido|фамили[яи]|прізвищ[еа]|last( ?name)?|surname|family( ?name)?/
const givenNamePattern = /first|given|forename|preferred|имя|імя|(^| )(pre)?nome( |$)|nombre|name/
const fullNamePattern =
  /^(full|employee|display|complete) ?name|^fullname|^фио$|^піб$|nombre completo|nome completo/
const givenOnlyPattern = /first|given|forename|preferred/

/** Columns about somebody or something else: "Manager name", "Emergency contact", "Company". */
const otherSubjectPattern =
  /(^| )(boss|emergency|contact name|spouse|company|team|user ?name|file|city)( |$)|empresa|компани|компані/
/** Dates and addresses that another column of the file often holds better. */
const secondaryPattern =
  /(^| )(private|personal|home|secondary|alternate|other|termination|terminated|end|last day|probation|rehire|contract end)( |$)|личн|особист|personal|pessoal|увольн|звільн/

const scoreOfExact = 3
const scoreOfLikely = 2
const secondaryPenalty = 0.75

/** Shares of readable cells below which a column is not assigned to a field. */
const requiredShare: Record<Field, number> = {
  email: 0.5,
  full_name: 0.5,
  first_name: 0.5,
  last_name: 0.5,
  job_title: 0.5,
  birth_date: 0.8,
  hire_date: 0.8,
  manager: 0.8,
  department: 0.5,
  location: 0.5,
  country: 0.8,
  timezone: 0.8,
  employee_number: 0.5,
  cost_center: 0.5,
  away_from: 0.8,
  away_until: 0.8,
  status: 0.8,
}

/** Returns whether a column of full names holds "Family Given" rather than "Given Family". */
export function isFamilyFirst(header: string): boolean {
  const name = normalizeHeader(header)
  const parts = name.replace(/^(full|employee|display|complete) ?name/, '').trim()
  return /^(фио|піб)$/.test(name) || parts.search(familyNamePattern) === 0
}

/** Returns the fields that a header may mean, with the certainty of each. */
function scoreHeader(header: string): Map<Field, number> {
  const name = normalizeHeader(header)
  const scores = new Map<Field, number>()
  if (!name) return scores
  const penalty = secondaryPattern.test(name) ? secondaryPenalty : 0
  if (otherSubjectPattern.test(name) && !headerPatterns[0]?.exact.test(name)) return scores
  for (const { field, exact, likely } of headerPatterns) {
    if (exact.test(name)) scores.set(field, scoreOfExact - penalty)
    else if (likely.test(name)) scores.set(field, scoreOfLikely - penalty)
  }
  if (scores.size) return scores
  const hasFamily = familyNamePattern.test(name)
  const hasGiven = givenNamePattern.test(name.replace(familyNamePattern, ''))
  if (fullNamePattern.test(name) || (hasFamily && hasGiven)) scores.set('full_name', scoreOfLikely)
  else if (hasFamily) scores.set('last_name', scoreOfLikely)
  else if (hasGiven) scores.set('first_name', scoreOfLikely)
  return scores
}

/** Returns whether a cell may name a manager: an address, or a number without spaces. */
const isReference = (cell: string) => isEmailAddress(cell) || (/\d/.test(cell) && !/\s/.test(cell))

const orders: DateOrder[] = ['dmy', 'mdy']
const mostReadableDates = (field: DateField, cells: readonly string[]) =>
  Math.max(
    ...orders.map(
      (order) => cells.filter((cell) => dateParsers[field](cell, order) !== undefined).length,
    ),
  )

/** Returns the share of cells that a field can hold; 1 without any filled cell. */
function shareOfFit(field: Field, cells: readonly string[]): number {
  const filled = cells.filter(Boolean)
  if (!filled.length) return 1
  const countWhere = (fits: (cell: string) => boolean) => filled.filter(fits).length
  if (field === 'email') return countWhere(isEmailAddress) / filled.length
  if (isDateField(field)) return mostReadableDates(field, filled) / filled.length
  if (field === 'manager') return countWhere(isReference) / filled.length
  if (field === 'country')
    return countWhere((cell) => parseCountry(cell) !== undefined) / filled.length
  if (field === 'status')
    return countWhere((cell) => parseStatus(cell) !== undefined) / filled.length
  if (field === 'timezone')
    return countWhere((cell) => parseTimezone(cell) !== undefined) / filled.length
  if (field === 'employee_number')
    return countWhere((cell) => !isEmailAddress(cell) && isReference(cell)) / filled.length
  if (field === 'cost_center') return countWhere((cell) => !isEmailAddress(cell)) / filled.length
  return countWhere(isPlausibleText) / filled.length
}

/**
 * Turns the column of a first name into one of full names when no column holds the last name and
 * its cells have several words.
 */
function findFullName(fields: ImportField[], header: readonly string[], cellsOf: CellsOf): void {
  const column = fields.indexOf('first_name')
  if (column < 0 || fields.includes('last_name') || fields.includes('full_name')) return
  const isGivenOnly = givenOnlyPattern.test(normalizeHeader(header[column] ?? ''))
  const filled = cellsOf(column).filter(Boolean)
  const several = filled.filter((cell) => /[\s,]/.test(cell)).length
  if (!isGivenOnly && several >= filled.length / 2 && several > 0) fields[column] = 'full_name'
}

type CellsOf = (column: number) => string[]

/** Returns the column with the most addresses, if no header names one. */
function findEmailColumn(fields: readonly ImportField[], cellsOf: CellsOf): number | undefined {
  const counts = fields.map((field, column) =>
    field === 'ignore' ? cellsOf(column).filter(isEmailAddress).length : 0,
  )
  const mostCount = Math.max(...counts)
  return mostCount > 0 ? counts.indexOf(mostCount) : undefined
}

/** Assigns columns with the name of an attribute to it; a column of addresses stays one. */
function findAttributes(
  fields: ImportField[],
  header: readonly string[],
  attributes: AttributeColumns,
): void {
  for (const [column, name] of header.entries()) {
    const field = findAttributeColumn(attributes, name)
    const isEmail = scoreHeader(name).get('email') === scoreOfExact
    if (field !== undefined && !isEmail && !fields.includes(field)) fields[column] = field
  }
}

/**
 * Returns the field of each column by its header and its cells, each field at most once. Names of
 * attributes come first. A column
 * whose cells do not fit a field is never assigned to it.
 */
function guessFields(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  attributes: AttributeColumns,
): ImportField[] {
  const cellsOf: CellsOf = (column) => rows.map((row) => row[column] ?? '')
  const candidates = header.flatMap((name, column) =>
    [...scoreHeader(name)].flatMap(([field, certainty]) => {
      const share = shareOfFit(field, cellsOf(column))
      return share < requiredShare[field] ? [] : [{ column, field, score: certainty + share }]
    }),
  )
  const fields = header.map((): ImportField => 'ignore')
  findAttributes(fields, header, attributes)
  const taken = new Set<Field>()
  for (const { column, field } of candidates.toSorted((a, b) => b.score - a.score)) {
    if (taken.has(field) || fields[column] !== 'ignore') continue
    taken.add(field)
    fields[column] = field
  }
  findFullName(fields, header, cellsOf)
  // First and last name are more precise than a third column with both.
  if (fields.includes('first_name') && fields.includes('last_name'))
    for (const [column, field] of fields.entries())
      if (field === 'full_name') fields[column] = 'ignore'
  if (!taken.has('email')) {
    const column = findEmailColumn(fields, cellsOf)
    if (column !== undefined) fields[column] = 'email'
  }
  return fields
}

/** Returns whether the first row is a header, and the field of each column. */
export function describeTable(
  first: readonly (readonly string[])[],
  attributes: AttributeColumns,
): {
  hasHeader: boolean
  header: string[]
  fields: ImportField[]
} {
  const [top = [], ...others] = first
  const hasHeader = !top.some(isEmailAddress)
  const header = hasHeader ? [...top] : top.map(() => '')
  return { hasHeader, header, fields: guessFields(header, hasHeader ? others : first, attributes) }
}
