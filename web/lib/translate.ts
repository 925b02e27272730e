import { useSyncExternalStore } from 'react'

/**
 * Texts by `namespace:key`, plural forms of the language, `{names}` to fill in, `ns` for one call
 * alone: what the interface needs of an i18n library, in a twentieth of its size (decision 020).
 */
export type Tree = { [key: string]: string | Tree }
type Params = Record<string, unknown>
export type Translate = (key: string, params?: Params) => string

const home = 'common'
/** language → namespace → key → text */
const texts = new Map<string, Map<string, Map<string, string>>>()
const translators = new Map<string, Translate>()
const listeners = new Set<() => void>()
let language = 'en'

/** The product says `ua`; the world's tag for Ukrainian is `uk`. */
export const tagOf = (code: string) => (code === 'ua' ? 'uk' : code)

function flatten(tree: Tree, path = '', flat = new Map<string, string>()): Map<string, string> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') flat.set(path + key, value)
    else flatten(value, `${path}${key}.`, flat)
  }
  return flat
}
export const hasTexts = (code: string, namespace: string) =>
  texts.get(code)?.has(namespace) ?? false
export function addTexts(code: string, namespace: string, tree: Tree): void {
  const all = texts.get(code) ?? new Map<string, Map<string, string>>()
  texts.set(code, all.set(namespace, flatten(tree)))
}

const plurals = new Map<string, Intl.PluralRules>()
function formOf(count: number): string {
  const rules = plurals.get(language) ?? new Intl.PluralRules(tagOf(language))
  plurals.set(language, rules)
  return rules.select(count)
}

function find(key: string, namespaces: string[], count: unknown): string | undefined {
  const at = key.indexOf(':')
  const [places, name] = at > 0 ? [[key.slice(0, at)], key.slice(at + 1)] : [namespaces, key]
  for (const place of places) {
    const known = texts.get(language)?.get(place)
    const text =
      (typeof count === 'number' ? known?.get(`${name}_${formOf(count)}`) : undefined) ??
      known?.get(name)
    if (text !== undefined) return text
  }
  return undefined
}
const numbers = new Map<string, Intl.NumberFormat>()
/** A number is written and grouped as the language writes it; a text stays as it is. */
function formatParam(value: unknown): string {
  if (typeof value !== 'number') return typeof value === 'string' ? value : ''
  const format = numbers.get(language) ?? new Intl.NumberFormat(tagOf(language))
  numbers.set(language, format)
  return format.format(value)
}

/** The same function for the same namespaces and language, so that what depends on it rests. */
function translator(namespaces: string[]): Translate {
  const name = `${language} ${namespaces.join(' ')}`
  const made =
    translators.get(name) ??
    ((key, params = {}) => {
      const text = find(
        key,
        typeof params['ns'] === 'string' ? [params['ns']] : namespaces,
        params['count'],
      )
      return text === undefined
        ? key
        : text.replaceAll(/\{(\w+)\}/g, (_, word: string) => formatParam(params[word]))
    })
  translators.set(name, made)
  return made
}

const i18n = {
  get language() {
    return language
  },
  t: ((key, params) => translator([home])(key, params)) as Translate,
  exists: (key: string) => find(key, [home], undefined) !== undefined,
}
export default i18n

/** Its texts must be there already. */
export function changeLanguage(code: string): void {
  language = code
  for (const tell of listeners) tell()
}
const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
  }
}
export function useTranslation(namespace: string | readonly string[] = home): {
  t: Translate
  i18n: typeof i18n
} {
  useSyncExternalStore(subscribe, () => language)
  return { t: translator([namespace].flat()), i18n }
}
