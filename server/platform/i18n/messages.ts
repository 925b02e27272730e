// No i18n library: the texts are those of web/lib/translate.ts, with the same plural forms and
// parameters, and Intl does the rest.
import { readFileSync } from 'node:fs'
import { isLanguage, type Language } from '#contract/schemas/common.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'

/**
 * All texts for people are in web/locales, also those of the server (errors, mails): one place for
 * translators. The server reads the files at start; English is the fallback.
 */
type MessageTree = { [key: string]: string | MessageTree }
const messageFiles = new Map<string, MessageTree>()

function loadMessages(language: Language, file: string): MessageTree {
  const name = `${language}/${file}`
  let tree = messageFiles.get(name)
  if (!tree) {
    try {
      tree = JSON.parse(
        readFileSync(new URL(`../../../web/locales/${name}.json`, import.meta.url), 'utf8'),
      ) as MessageTree
    } catch {
      tree = {}
    }
    messageFiles.set(name, tree)
  }
  return tree
}

function findMessage(tree: MessageTree, path: string): string | undefined {
  let at: string | MessageTree | undefined = tree
  for (const step of path.split('.')) at = typeof at === 'object' ? at[step] : undefined
  return typeof at === 'string' ? at : undefined
}

/** Replaces the `{names}` of a text; numbers are formatted for the language. */
function interpolate(
  language: Language,
  text: string,
  params: Record<string, string | number>,
): string {
  return text.replaceAll(/\{\{?(\w+)\}?\}/g, (all, name: string) => {
    const value = params[name]
    return typeof value === 'number' ? formatNumber(language, value) : (value ?? all)
  })
}

/**
 * Returns the BCP 47 tag of a language: our `ua` is `uk` there, and Intl would treat `ua` as
 * English.
 */
export const bcp47Tag = (language: Language): string => (language === 'ua' ? 'uk' : language)

const numberFormats = new Map<Language, Intl.NumberFormat>()
function formatNumber(language: Language, value: number): string {
  const format = numberFormats.get(language) ?? new Intl.NumberFormat(bcp47Tag(language))
  numberFormats.set(language, format)
  return format.format(value)
}

/**
 * Returns a text of `web/locales/<language>/<file>.json` by its path, with `{names}` replaced from
 * `params`.
 */
export function translate(
  language: Language,
  file: string,
  path: string,
  params: Record<string, string | number> = {},
): string {
  return interpolate(
    language,
    findMessage(loadMessages(language, file), path) ??
      findMessage(loadMessages('en', file), path) ??
      path,
    params,
  )
}

/**
 * Returns the plural form of a text for `count` in this language; `{count}` becomes the formatted
 * number. Other names are replaced from `params`.
 */
export function translatePlural(
  language: Language,
  file: string,
  path: string,
  count: number,
  params: Record<string, string | number> = {},
): string {
  const form = new Intl.PluralRules(bcp47Tag(language)).select(count)
  return translate(language, file, `${path}_${form}`, { ...params, count })
}

/** Returns the text of an error code in the language of the reader. */
export function translateError(
  language: Language,
  code: ErrorCode,
  params: Record<string, string | number>,
): string {
  return interpolate(
    language,
    findMessage(loadMessages(language, 'errors'), code) ??
      findMessage(loadMessages(language, 'refusals'), code) ??
      errors[code].text,
    params,
  )
}

/**
 * Returns the first supported language of an Accept-Language header. `uk` is the standard tag of
 * our `ua`.
 */
export function negotiateLanguage(
  header: string | undefined,
  otherwise: Language = 'en',
): Language {
  for (const part of (header ?? '').slice(0, 200).split(',')) {
    const tag = part.trim().slice(0, 2).toLowerCase()
    const known = tag === 'uk' ? 'ua' : tag
    if (isLanguage(known)) return known
  }
  return otherwise
}

/**
 * Returns a whole file of texts as data (presets, demo data); English when the language has none.
 */
export function readMessages(
  language: Language,
  file: string,
): MessageTree & Record<string, unknown> {
  const own = loadMessages(language, file)
  return (Object.keys(own).length ? own : loadMessages('en', file)) as MessageTree &
    Record<string, unknown>
}
