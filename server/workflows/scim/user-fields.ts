import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import {
  date,
  displayName,
  email,
  isLanguage,
  monthDay,
  oneLineText,
  timezone,
  wholeNumber,
} from '#contract/schemas/common.ts'
import { parseCountry } from '#server/modules/people-files/parse-country.ts'
import { toMonthDay } from '#server/modules/users/birth-date.ts'
import { normalizePhoneNumber } from '#server/modules/users/phone-number.ts'
import { Refusal } from '#server/platform/errors.ts'
import { enterpriseUrn, laurelUrn, type PhoneType, phoneTypes } from './attributes.ts'
import type { Operation } from './patch-operations.ts'
import { throwInvalid } from './scim-error.ts'
import { isObject, type Resource } from './values.ts'
import type { ScimUserRow } from './user-queries.ts'

/** The fields of a user that a provider may write. Empty or null: cleared. */
export type UserFields = {
  userName: string
  externalId: string
  active: boolean
  givenName: string
  familyName: string
  title: string
  phone: string
  /** What the phone number is for. */
  phoneType: PhoneType
  language: string
  timezone: string
  country: string
  employeeNumber: string
  costCenter: string
  department: string
  manager: string
  hireDate: string
  birthDay: string
  awayFrom: string
  awayUntil: string
  limit: number | null
}
export type UserField = keyof UserFields

const fieldsSchema = z
  .object({
    userName: email,
    externalId: oneLineText(0, limits.scim_external_id_chars_max),
    active: z.boolean(),
    givenName: displayName(0, limits.name_chars_max),
    familyName: displayName(0, limits.name_chars_max),
    title: oneLineText(0, limits.job_title_chars_max),
    phone: z.string(),
    phoneType: z.enum(phoneTypes).catch('other'),
    language: z.string(),
    timezone: timezone.or(z.literal('')),
    country: z.string(),
    employeeNumber: oneLineText(0, limits.employee_number_chars_max),
    costCenter: oneLineText(0, limits.cost_center_chars_max),
    department: oneLineText(0, limits.group_name_chars_max),
    manager: oneLineText(0, limits.email_chars_max),
    hireDate: date.or(z.literal('')),
    birthDay: monthDay.or(z.literal('')),
    awayFrom: date.or(z.literal('')),
    awayUntil: date.or(z.literal('')),
    limit: wholeNumber(0, limits.limit_max).nullable(),
  })
  .partial()

const objectOf = (value: unknown): Resource => (isObject(value) ? value : {})
const listOf = (value: unknown): Resource[] =>
  Array.isArray(value) ? value.filter((item) => isObject(item)) : []

const typeOf = ({ type }: Resource): string =>
  typeof type === 'string' ? type.toLowerCase() : 'work'

/** Returns the item of a list that counts: the primary one, else by type, else the first. */
function chooseItem(list: Resource[], name: string, types: readonly string[]): Resource {
  const given = list.filter((one) => one[name] !== undefined)
  const byType = types.map((type) => given.find((one) => typeOf(one) === type))
  const chosen = [given.find((one) => one['primary'] === true), ...byType, given[0]]
  return chosen.find((one) => one !== undefined) ?? {}
}

/** Returns the names; those of a body without them are the words of the whole name. */
function readNames(resource: Resource): { givenName?: unknown; familyName?: unknown } {
  const { givenName, familyName, formatted } = objectOf(resource['name'])
  if (givenName !== undefined || familyName !== undefined) return { givenName, familyName }
  const whole = formatted ?? resource['displayName']
  if (typeof whole !== 'string') return {}
  const [first = '', ...rest] = whole.trim().split(/\s+/)
  return { givenName: first, familyName: rest.join(' ') }
}

/** Returns a phone number in its stored form; none if it is unusable. */
function toPhone(text: string): string | undefined {
  try {
    return normalizePhoneNumber(text)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
/** Returns our language of a tag such as `pt-BR`; none for another one. */
function toOwnLanguage(tag: string): string | undefined {
  const base = tag.toLowerCase().split(/[-_,;]/)[0] ?? ''
  if (base === '') return ''
  const language = base === 'uk' ? 'ua' : base
  return isLanguage(language) ? language : undefined
}

/**
 * Returns the fields in a resource; absent ones are missing. Phone numbers, languages and countries
 * that Laurel cannot use keep the current value, because directories have them in every form. Throws
 * invalidValue for other values.
 */
export function readUserFields(
  resource: Resource,
  current: Partial<UserFields> = {},
): Partial<UserFields> {
  const enterprise = objectOf(resource[enterpriseUrn])
  const own = objectOf(resource[laurelUrn])
  const phone = chooseItem(listOf(resource['phoneNumbers']), 'value', ['work', 'mobile'])
  const given = {
    userName: resource['userName'],
    externalId: resource['externalId'],
    active: resource['active'],
    ...readNames(resource),
    title: resource['title'],
    phone: phone['value'],
    phoneType: phone['value'] === undefined ? undefined : typeOf(phone),
    language: resource['preferredLanguage'],
    timezone: resource['timezone'],
    country: chooseItem(listOf(resource['addresses']), 'country', ['work'])['country'],
    employeeNumber: enterprise['employeeNumber'],
    costCenter: enterprise['costCenter'],
    department: enterprise['department'],
    manager: objectOf(enterprise['manager'])['value'],
    hireDate: own['hireDate'],
    birthDay: own['birthDay'],
    awayFrom: own['awayFrom'],
    awayUntil: own['awayUntil'],
    limit: own['limit'],
  }
  const parsed = fieldsSchema.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const name = String(issue?.path[0] ?? 'body')
    throwInvalid('invalidValue', `${name} cannot have this value (${issue?.message.split('|')[0]})`)
  }
  const { phone: number, language, country, ...fields } = parsed.data
  const usable = {
    phone: number === undefined ? undefined : (toPhone(number) ?? current.phone),
    language: language === undefined ? undefined : (toOwnLanguage(language) ?? current.language),
    country: country ? (parseCountry(country) ?? current.country) : country,
  }
  return Object.fromEntries(
    Object.entries({ ...fields, ...usable }).filter(([, value]) => value !== undefined),
  )
}

/** Returns the fields of a stored user. */
export const currentUserFields = (row: ScimUserRow): UserFields => ({
  userName: row.email,
  externalId: row.external_id ?? '',
  active: row.state !== 'deactivated',
  givenName: row.first_name,
  familyName: row.last_name,
  title: row.job_title,
  phone: row.phone,
  phoneType: row.phone_type ?? 'work',
  language: row.language ?? '',
  timezone: row.timezone ?? '',
  country: row.country ?? '',
  employeeNumber: row.employee_number,
  costCenter: row.cost_center,
  department: row.department ?? '',
  manager: row.manager_id ?? '',
  hireDate: row.hire_date ?? '',
  birthDay: row.birth_date === null ? '' : toMonthDay(row.birth_date),
  awayFrom: row.away_from ?? '',
  awayUntil: row.away_to ?? '',
  limit: row.points_limit,
})

/** The names of fields in `users.field_sources`; SCIM keeps these for itself. */
export const sourceKeys: Partial<Record<UserField, string>> = {
  givenName: 'first_name',
  familyName: 'last_name',
  title: 'job_title',
  timezone: 'timezone',
  country: 'country',
  employeeNumber: 'employee_number',
  costCenter: 'cost_center',
  department: 'department_id',
  manager: 'manager_id',
  awayFrom: 'away',
  awayUntil: 'away',
}
/** Fields that are never cleared by a request that leaves them out. */
const lasting = new Set<UserField>([
  'userName',
  'active',
  'givenName',
  'familyName',
  'phoneType',
  'language',
])

/** A department is found by its name in any case. */
const isSame = (field: UserField, value: unknown, wanted: unknown): boolean =>
  value === wanted ||
  (field === 'department' && String(value).toLowerCase() === String(wanted).toLowerCase())

/**
 * Returns the fields that change. `missing`: what a field means that the new resource lacks. PATCH
 * removed it (`cleared`); PUT clears what SCIM itself has written (`own`). A chosen language stays.
 */
export function listChanges(
  row: ScimUserRow,
  next: Partial<UserFields>,
  missing: 'cleared' | 'own',
): Partial<UserFields> {
  const current = currentUserFields(row)
  const changes = Object.entries(current).flatMap(([name, value]): [string, unknown][] => {
    const field = name as UserField
    const wanted = next[field]
    if (field === 'language' && value !== '') return []
    if (wanted !== undefined) return isSame(field, value, wanted) ? [] : [[field, wanted]]
    const isEmpty = value === '' || value === null
    if (isEmpty || lasting.has(field)) return []
    const key = sourceKeys[field]
    const isOwn = key !== undefined && row.field_sources[key] === 'scim'
    if (missing === 'own' && !isOwn) return []
    return [[field, field === 'limit' ? null : '']]
  })
  return Object.fromEntries(changes)
}

/** Returns the fields that PATCH operations name. */
export function listTouched(operations: readonly Operation[]): ReadonlySet<UserField> {
  return new Set(
    operations.flatMap(({ attribute, sub }): UserField[] => {
      if (attribute.name === 'addresses') return ['country']
      if (attribute.name !== 'name') return [attribute.name as UserField]
      return sub ? [sub.name as UserField] : ['givenName', 'familyName']
    }),
  )
}
