import { z } from 'zod'
import { isCountryCode } from '#contract/countries.ts'
import { normalizeAddress } from '#contract/email-address.ts'
import { limits } from '#contract/limits.ts'

/**
 * Kinds of resources with ids. The authorization suite inserts ids of other workspaces wherever a
 * kind appears.
 */
export type ResourceKind =
  | 'workspace'
  | 'user'
  | 'post'
  | 'comment'
  | 'value'
  | 'reward'
  | 'purchase'
  | 'import'
  | 'history_import'
  | 'session'
  | 'token'
  | 'product'
  | 'hook'
  | 'delivery'
  | 'inbox_item'
  | 'picture'
  | 'group'
  | 'attribute'
  | 'allowance_rule'
  | 'budget'
  | 'chat_route'
  | 'sso_domain'
  | 'sso_connection'
  | 'scim_token'
  | 'scim_group'
  | 'leaver_grace'
  | 'award'
  | 'award_gift'
  | 'group_card'
  | 'bonus'
  | 'nomination_round'
  | 'nomination'
  | 'nominee'
  | 'custom_day'
  | 'plan'
  | 'point_worth'
  | 'tax_rule'
  | 'payroll_run'
  | 'oauth_grant'
  | 'people_sync_run'
  | 'workspace_export'
  | 'office_screen'

/** The kind of resource that an id belongs to, by schema of the id. */
export const resourceKinds = z.registry<{ kind: ResourceKind }>()
/** A UUIDv7 of a resource of this kind. `code` is the error of another value. */
export const id = (kind: ResourceKind, code = 'wrong_format') =>
  z.uuid(code).toLowerCase().register(resourceKinds, { kind })
export const idParams = (kind: ResourceKind) => z.strictObject({ id: id(kind) })

/** An object with its name in the API document. Further fields are ignored. */
export const namedObject = <Fields extends z.ZodRawShape>(name: string, fields: Fields) =>
  z.object(fields).meta({ id: name })
/** The same for input: further fields are errors. */
export const namedStrictObject = <Fields extends z.ZodRawShape>(name: string, fields: Fields) =>
  z.strictObject(fields).meta({ id: name })

/** PostgreSQL rejects NUL and lone surrogates, so validation rejects them first. */
const isStorableText = (text: string) => !text.includes('\u0000') && text.isWellFormed()
/**
 * Returns an error code with both bounds. zod reports only the violated bound, but the message
 * shows both.
 */
export const codeWithBounds = (code: string, min: number, max: number) =>
  code === 'out_of_range' ? `${code}|${min}|${max}` : code
/** One to `max` ids. */
export const idList = (kind: ResourceKind, max: number) =>
  z
    .array(id(kind), 'wrong_format')
    .min(1, 'required')
    .max(max, codeWithBounds('out_of_range', 1, max))
const storableText = z.string('required').refine(isStorableText, 'wrong_format')
const trimmedText = (typed: z.ZodString, min: number, max: number, short: string, long: string) =>
  typed
    .trim()
    .min(min, codeWithBounds(short, min, max))
    .max(max, codeWithBounds(long, min, max))
/** Trimmed text between `min` and `max` characters. `short` and `long` are error codes. */
export const text = (min: number, max: number, short = 'required', long = 'out_of_range') =>
  trimmedText(storableText, min, max, short, long)
/** Text of a search, in the form of the texts that it finds. */
export const searchText = z
  .string()
  .max(limits.search_chars_max)
  .refine(isStorableText, 'wrong_format')
  .normalize('NFC')

/**
 * Control characters, line and paragraph separators, bidirectional overrides and zero-width
 * characters. The joiners U+200C and U+200D are allowed: emoji and several scripts need them.
 */
const invisible =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/u
/** Returns whether a text is a single line of visible characters. */
export const isOneLine = (line: string): boolean => !invisible.test(line)
/** Returns a text as a single line. Each run of invisible characters becomes a space. */
export const toOneLine = (line: string): string =>
  line
    .normalize('NFC')
    .replaceAll(new RegExp(`${invisible.source}+`, 'gu'), ' ')
    .trim()
/**
 * Returns whether a text contains a web address, also in full-width characters. Mail clients turn
 * it into a link.
 */
export const hasWebAddress = (line: string): boolean => /:\/\/|www\./i.test(line.normalize('NFKC'))
/**
 * Trimmed single-line text (titles, names of things). Rejects other characters with
 * `invisible_characters`. Files of macOS write an accent as a character of its own; one form for all
 * lets searches find such a name and keeps it from being taken twice.
 */
export const oneLineText = (min: number, max: number, short = 'required', long = 'out_of_range') =>
  trimmedText(storableText.normalize('NFC'), min, max, short, long).refine(
    isOneLine,
    'invisible_characters',
  )
/**
 * Name of a team or a person: a single line without a web address (`name_link`), because
 * invitations show it in their subject.
 */
export const displayName = (min: number, max: number, short = 'required', long = 'out_of_range') =>
  oneLineText(min, max, short, long).refine((name) => !hasWebAddress(name), 'name_link')
/** Multi-line text: descriptions and comments. */
export const optionalText = (max: number) => text(0, max)

/** An email address in the form of `normalizeAddress`. Other input is email_invalid. */
export const email = z
  .string('email_invalid')
  .transform((typed, context) => {
    const address = normalizeAddress(typed)
    if (address === undefined)
      context.issues.push({ code: 'custom', message: 'email_invalid', input: typed })
    return address ?? ''
  })
  .meta({ format: 'email', maxLength: limits.email_chars_max })

export const time = z.iso.datetime()
/** A day. PostgreSQL has no year 0. */
export const date = z.iso.date('wrong_format').refine((day) => day >= '0001', 'wrong_format')
/** A day without its year: '--MM-DD' (ISO 8601). 29 February is valid. */
export const monthDay = z
  .string('wrong_format')
  .regex(
    /^--((0[13578]|1[02])-31|(0[13-9]|1[0-2])-30|(0[1-9]|1[0-2])-(0[1-9]|1\d|2\d))$/,
    'wrong_format',
  )
/** A birthday: a date, or '--MM-DD' without the year of birth. Year 4 means it in the database. */
export const birthDate = z
  .union([date.refine((day) => !day.startsWith('0004-'), 'wrong_format'), monthDay], 'wrong_format')
  .meta({ id: 'BirthDate' })
/** The longest cursor has the names of a department and the seven above it. */
const cursor = z.string().max(2_000)
export const pageQueryParams = {
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
}
/**
 * A paged list: `next_cursor` is null on the last page. A page of `Purchase` has the name
 * `PurchasePage`.
 */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  namedObject(`${item.meta()?.id}Page`, {
    items: z.array(item),
    next_cursor: z.string().nullable(),
  })

export const picture = namedObject('Picture', { url: z.string().nullable() })
/** The SHA-256 hash of what the caller has seen. */
export const sha256 = z.string('wrong_format').regex(/^[0-9a-f]{64}$/, 'wrong_format')
export const color = z
  .string('wrong_format')
  .regex(/^#?[0-9a-fA-F]{6}$/, 'wrong_format')
  .transform((hex) => `#${hex.replace('#', '').toUpperCase()}`)
export const emoji = z
  .string('required')
  .trim()
  .min(1, 'required')
  .max(32, 'wrong_format')
  .refine((mark) => isStorableText(mark) && isOneLine(mark), 'wrong_format')
export const language = z
  .enum(['en', 'es', 'pt', 'ru', 'ua'], 'wrong_format')
  .meta({ id: 'Language' })
export type Language = z.infer<typeof language>
const languages: ReadonlySet<string> = new Set(language.options)
export const isLanguage = (text: string): text is Language => languages.has(text)
/** Returns a stored language, or English for an unknown value. */
export const toLanguage = (kept: string): Language => (isLanguage(kept) ? kept : 'en')
/**
 * Names of the IANA database that PostgreSQL reads as abbreviations without daylight saving, and the
 * places whose time they have.
 */
const placesOfZones = new Map([
  ['CET', 'Europe/Brussels'],
  ['EET', 'Europe/Athens'],
  ['MET', 'Europe/Brussels'],
  ['WET', 'Europe/Lisbon'],
])
/** The other names of three letters in the IANA database. */
const shortZones = new Set(['EST', 'GMT', 'HST', 'MST', 'PRC', 'ROC', 'ROK', 'UCT', 'UTC'])
/**
 * Names that browsers and Node know beside those of the IANA database. PostgreSQL and Temporal read
 * offsets and abbreviations such as "IST" differently, or not at all.
 */
const foreignZone = /^[+-]|^SystemV\/|^US\/Pacific-New$|^Canada\/East-Saskatchewan$/i
const isZoneName = (name: string): boolean => {
  if (foreignZone.test(name)) return false
  if (name.length === 3 && !shortZones.has(name.toUpperCase())) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
/** A name of the IANA database, such as "Europe/Berlin". "CET" becomes the name of a place. */
export const timezone = z
  .string('wrong_format')
  .max(64, 'wrong_format')
  .transform((name) => placesOfZones.get(name.toUpperCase()) ?? name)
  .refine(isZoneName, 'wrong_format')
/** An amount of money in minor units: 1050 of USD is $10.50. */
export const money = namedObject('Money', { currency: z.string(), minor: z.number().int() })
export type Money = z.infer<typeof money>
/** Code of a currency of ISO 4217, in capital letters. */
export const currencyCode = z
  .string('wrong_format')
  .regex(/^[A-Z]{3}$/, 'wrong_format')
  .refine((code) => Intl.supportedValuesOf('currency').includes(code), 'wrong_format')
/** Code of a country of ISO 3166-1, in capital letters. */
export const countryCode = z
  .string('wrong_format')
  .regex(/^[A-Z]{2}$/, 'wrong_format')
  .refine(isCountryCode, 'wrong_format')
export const flag = z.boolean('wrong_format')
/** Body that accompanies a picture upload, or removes the current picture. */
export const pictureInput = namedObject('PictureInput', { remove_picture: flag.optional() })
/** A whole number. JSON bodies are never coerced: a number sent as text is rejected. */
export const wholeNumber = (
  min: number,
  max: number,
  low = 'out_of_range',
  high = 'out_of_range',
) =>
  z
    .number('wrong_format')
    .int('wrong_format')
    .min(min, codeWithBounds(low, min, max))
    .max(max, codeWithBounds(high, min, max))
/**
 * Parses a multipart text field into the value of the same JSON field. Invalid text stays unchanged
 * for the schema to reject.
 */
export type FormField = (text: string) => unknown
export const formNumber: FormField = (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text)
export const formFlag: FormField = (text) =>
  text === 'true' || text === 'false' ? text === 'true' : text
export const pictureForm: Record<string, FormField> = { remove_picture: formFlag }
/** Parser of a nullable field: empty text means null. */
export const formJson: FormField = (text) => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
export const formNullable =
  (field: FormField = (text) => text): FormField =>
  (text) =>
    text === '' ? null : field(text)
export const csv = z.string()
/** Byte order mark of a CSV file, which tells spreadsheets that it is UTF-8. */
const csvBom = z.enum(['0', '1'], 'wrong_format').default('0')
/** Query parameters of an exported table. */
export const tableFileParams = {
  format: z.enum(['csv', 'xlsx'], 'wrong_format').default('csv'),
  bom: csvBom,
}
/** A JSON object on each line. */
export const jsonLines = z.string()
export const pdf = z.string()
export const svg = z.string()
export const pictureBytes = z.string()
export const noContent = z.undefined()
/** Return address of a provider's page. The server accepts only its own origin. */
export const callbackUrl = z
  .url({ protocol: /^https?$/, error: 'callback_invalid' })
  .max(2_000, 'callback_invalid')
/** The address of an outside service where the browser goes next. */
export const providerAddress = namedObject('ProviderAddress', { url: z.url() })
export const sessionUrl = namedObject('SessionUrl', {
  session_url: z.url({ protocol: /^https?$/ }),
})
