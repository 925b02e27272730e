import { z } from 'zod'
import { limits } from './limits.ts'

/** The kinds of things an id can point at; the refusal suite puts other workspaces' ids wherever one stands. */
export type Thing = 'workspace' | 'user' | 'post' | 'comment' | 'value' | 'reward' | 'purchase' | 'import' | 'session' | 'token' | 'product' | 'hook' | 'delivery'

/** A UUIDv7 that names a `thing`. */
export const id = (thing: Thing) => z.uuid('wrong_format').toLowerCase().meta({ thing })
export const params_id = (thing: Thing) => z.strictObject({ id: id(thing) })

/** Characters that no human text holds: NUL and lone surrogates are refused before PostgreSQL would. */
const readable = (text: string) => !text.includes('\u0000') && text.isWellFormed()
/** An error code with the bounds it speaks of: zod knows only the one that was crossed, a person is told both. */
export const between = (code: string, min: number, max: number) => (code === 'out_of_range' ? `${code}|${min}|${max}` : code)
/** Trimmed human text between `min` and `max` characters. `short` and `long` are error codes. */
export const text = (min: number, max: number, short = 'required', long = 'out_of_range') =>
  z.string('required').refine(readable, 'wrong_format').trim().min(min, between(short, min, max)).max(max, between(long, min, max))
export const optional_text = (max: number) => text(0, max)

export const email = z
  .string('email_invalid')
  .trim()
  .toLowerCase()
  .max(limits.email_chars_max, 'email_invalid')
  .pipe(z.email({ error: 'email_invalid', pattern: z.regexes.unicodeEmail }))
  .refine((address) => /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(address) && readable(address), 'email_invalid')

export const time = z.iso.datetime()
export const date = z.iso.date('wrong_format')
export const cursor = z.string().max(300)
export const page_query = {
  cursor: cursor.optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
}
/** A paged list: `next_cursor` is null on the last page. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next_cursor: z.string().nullable() })

export const picture = z.object({ url: z.string().nullable() })
export const color = z.string('wrong_format').regex(/^#?[0-9a-fA-F]{6}$/, 'wrong_format')
  .transform((hex) => `#${hex.replace('#', '').toUpperCase()}`)
export const emoji = z.string('required').trim().min(1, 'required').max(32, 'wrong_format').refine(readable, 'wrong_format')
export const language = z.enum(['en', 'es', 'pt', 'ru', 'ua'], 'wrong_format')
export type Language = z.infer<typeof language>
const languages: ReadonlySet<string> = new Set(language.options)
export const isLanguage = (text: string): text is Language => languages.has(text)
/** What is kept as a language, or English. */
export const languageOr = (kept: string): Language => (isLanguage(kept) ? kept : 'en')
export const timezone = z.string('wrong_format').max(64, 'wrong_format').refine((name) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}, 'wrong_format')
/** Multipart forms carry text: 'true' and 'false' count as booleans there. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')], 'wrong_format')
/** A whole number, also as text in a multipart form. */
export const whole = (min: number, max: number, low = 'out_of_range', high = 'out_of_range') =>
  z.union([z.number(), z.string().regex(/^-?\d{1,15}$/).transform(Number)], 'wrong_format')
    .pipe(z.number().int('wrong_format').min(min, between(low, min, max)).max(max, between(high, min, max)))
export const csv = z.string()
/** A mark at the beginning of a CSV file, by which spreadsheets know that it is UTF-8. */
export const csv_bom = z.enum(['0', '1'], 'wrong_format').default('0')
export const pdf = z.string()
export const nothing = z.undefined()
/** Where a provider's page leads back to; the server accepts its own origin alone. */
export const callback = z.url('callback_invalid').max(2_000, 'callback_invalid')
export const session_url = z.object({ session_url: z.url() })
