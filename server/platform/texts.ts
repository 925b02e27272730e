import { readFileSync } from 'node:fs'
import { isLanguage, type Language } from '#contract/common.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'

/**
 * Every text a person reads stands in web/locales, also the ones the server sends (errors, mails):
 * one place for translators. The server reads those files as data at start; English is the
 * fallback.
 */
type Tree = { [key: string]: string | Tree }
const loaded = new Map<string, Tree>()

function load(language: Language, file: string): Tree {
  const name = `${language}/${file}`
  let tree = loaded.get(name)
  if (!tree) {
    try {
      tree = JSON.parse(
        readFileSync(new URL(`../../web/locales/${name}.json`, import.meta.url), 'utf8'),
      ) as Tree
    } catch {
      tree = {}
    }
    loaded.set(name, tree)
  }
  return tree
}

function find(tree: Tree, path: string): string | undefined {
  let at: string | Tree | undefined = tree
  for (const step of path.split('.')) at = typeof at === 'object' ? at[step] : undefined
  return typeof at === 'string' ? at : undefined
}

/** Fills in the `{names}` of a text; a number is written and grouped as the language writes it. */
function fill(language: Language, text: string, params: Record<string, string | number>): string {
  return text.replaceAll(/\{\{?(\w+)\}?\}/g, (all, name: string) => {
    const value = params[name]
    return typeof value === 'number' ? formatNumber(language, value) : (value ?? all)
  })
}

/** The world's name for a language: `ua` is ours alone, and Intl would take it for English. */
export const tagOf = (language: Language): string => (language === 'ua' ? 'uk' : language)

const formats = new Map<Language, Intl.NumberFormat>()
function formatNumber(language: Language, value: number): string {
  const format = formats.get(language) ?? new Intl.NumberFormat(tagOf(language))
  formats.set(language, format)
  return format.format(value)
}

/**
 * A text of `web/locales/<language>/<file>.json` by its path, its `{names}` filled from `params`.
 */
export function say(
  language: Language,
  file: string,
  path: string,
  params: Record<string, string | number> = {},
): string {
  return fill(
    language,
    find(load(language, file), path) ?? find(load('en', file), path) ?? path,
    params,
  )
}

/**
 * A text that counts, in the form that so many take in this language; `{count}` is the number,
 * written as they write it.
 */
export function sayMany(language: Language, file: string, path: string, count: number): string {
  const form = new Intl.PluralRules(tagOf(language)).select(count)
  return say(language, file, `${path}_${form}`, { count })
}

/** The text of an error code in the reader's language. */
export function errorText(
  language: Language,
  code: ErrorCode,
  params: Record<string, string | number>,
): string {
  return fill(
    language,
    find(load(language, 'errors'), code) ??
      find(load(language, 'refusals'), code) ??
      errors[code].text,
    params,
  )
}

/**
 * The first language of an Accept-Language header that we speak. `uk` is the world's name for our
 * `ua`.
 */
export function languageOf(header: string | undefined, otherwise: Language = 'en'): Language {
  for (const part of (header ?? '').slice(0, 200).split(',')) {
    const tag = part.trim().slice(0, 2).toLowerCase()
    const known = tag === 'uk' ? 'ua' : tag
    if (isLanguage(known)) return known
  }
  return otherwise
}

/** A whole file of texts as data (presets, demo data); English where the language has none. */
export function readTexts(language: Language, file: string): Tree & Record<string, unknown> {
  const own = load(language, file)
  return (Object.keys(own).length ? own : load('en', file)) as Tree & Record<string, unknown>
}
