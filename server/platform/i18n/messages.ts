import { readFileSync } from 'node:fs'
import { isLanguage, type Language } from '#contract/schemas/common.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'

/**
 * Every text a person reads stands in web/locales, also the ones the server sends (errors, mails):
 * one place for translators. The server reads those files as data at start; English is the
 * fallback.
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

/** Fills in the `{names}` of a text; a number is written and grouped as the language writes it. */
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

/** The world's name for a language: `ua` is ours alone, and Intl would take it for English. */
export const bcp47Tag = (language: Language): string => (language === 'ua' ? 'uk' : language)

const numberFormats = new Map<Language, Intl.NumberFormat>()
function formatNumber(language: Language, value: number): string {
  const format = numberFormats.get(language) ?? new Intl.NumberFormat(bcp47Tag(language))
  numberFormats.set(language, format)
  return format.format(value)
}

/**
 * A text of `web/locales/<language>/<file>.json` by its path, its `{names}` filled from `params`.
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
 * A text that counts, in the form that so many take in this language; `{count}` is the number,
 * written as they write it.
 */
export function translatePlural(
  language: Language,
  file: string,
  path: string,
  count: number,
): string {
  const form = new Intl.PluralRules(bcp47Tag(language)).select(count)
  return translate(language, file, `${path}_${form}`, { count })
}

/** The text of an error code in the reader's language. */
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
 * The first language of an Accept-Language header that we speak. `uk` is the world's name for our
 * `ua`.
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

/** A whole file of texts as data (presets, demo data); English where the language has none. */
export function readMessages(
  language: Language,
  file: string,
): MessageTree & Record<string, unknown> {
  const own = loadMessages(language, file)
  return (Object.keys(own).length ? own : loadMessages('en', file)) as MessageTree &
    Record<string, unknown>
}
