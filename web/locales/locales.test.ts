import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { languages, namespaces, bcp47Tag } from '#web/lib/i18n.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const web = join(here, '..')
type Tree = { [key: string]: string | Tree }

function read(language: string, name: string): Map<string, string> {
  const flat = new Map<string, string>()
  const walk = (tree: Tree, path: string) => {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === 'string') flat.set(path + key, value)
      else walk(value, `${path}${key}.`)
    }
  }
  walk(JSON.parse(readFileSync(join(here, language, `${name}.json`), 'utf8')) as Tree, '')
  return flat
}
const forms = /(?<!^too)_(zero|one|two|few|many|other)$/
const bases = (texts: Map<string, string>) =>
  [...new Set([...texts.keys()].map((key) => key.replace(forms, '')))].sort((a, b) =>
    a.localeCompare(b),
  )
const names = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''))]
    .filter((name) => name !== 'count')
    .sort((a, b) => a.localeCompare(b))

test.each(languages)(
  '%s is complete: the same keys, every plural form, the same names to fill in',
  (language) => {
    for (const name of [...namespaces, 'mail', 'chat', 'exports', 'ideas', 'invoices'] as const) {
      const [own, english] = [read(language, name), read('en', name)]
      expect([name, bases(own)]).toEqual([name, bases(english)])
      const plurals = new Intl.PluralRules(bcp47Tag(language)).resolvedOptions().pluralCategories
      for (const base of bases(english).filter((key) => !english.has(key)))
        for (const form of plurals)
          expect([name, base, own.has(`${base}_${form}`)]).toEqual([name, base, true])
      for (const [key, text] of own) {
        expect([language, name, key, text.trim() !== '']).toEqual([language, name, key, true])
        expect([language, name, key, names(text)]).toEqual([
          language,
          name,
          key,
          names(english.get(key) ?? english.get(key.replace(forms, '_other')) ?? ''),
        ])
      }
    }
  },
)

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return name === 'locales' ? [] : sources(path)
    return /\.tsx?$/.test(name) && !/\.test\./.test(name) ? [readFileSync(path, 'utf8')] : []
  })
}

test('every error code has a text, and every text of the interface is used somewhere', () => {
  expect(
    Object.keys(errors).filter(
      (code) => !read('en', 'errors').has(code) && !read('en', 'refusals').has(code),
    ),
  ).toEqual([])
  const code = sources(web).join('\n')
  // A key stands in the code whole, or as the beginning of a template: t(`status.${...}`),
  // t(`${kind}.title`).
  const templates = [
    ...code.matchAll(/`((?:\w+:)?[\w.]*\$\{[^`]*?\}[\w.]*(?:\$\{[^`]*?\}[\w.]*)*)`/g),
  ].map(
    (match) =>
      new RegExp(
        `^${(match[1] ?? '')
          .replace(/^\w+:/, '')
          .replaceAll('.', String.raw`\.`)
          .replaceAll(/\$\{[^}]*\}/g, String.raw`[\w.]+`)}$`,
      ),
  )
  const unused = namespaces
    .filter((name) => name !== 'errors' && name !== 'refusals')
    .flatMap((name) =>
      bases(read('en', name))
        .filter(
          (key) =>
            !code.includes(`'${key}'`) &&
            !code.includes(`:${key}'`) &&
            !templates.some((template) => template.test(key)),
        )
        .map((key) => `${name}:${key}`),
    )
  expect(unused).toEqual([])
})

test('every key the code asks for exists', () => {
  const known = new Set(
    namespaces.flatMap((name) => bases(read('en', name)).flatMap((key) => [key, `${name}:${key}`])),
  )
  const missing = [
    ...sources(web)
      .join('\n')
      .matchAll(/\bt\(\s*'([\w:.]+)'/g),
  ]
    .map((match) => match[1] ?? '')
    .filter((key) => !known.has(key))
  expect(missing).toEqual([])
})

/**
 * The code that comes with a file: what it imports, and so on; not the screens that the router
 * loads, nor a piece that brings its own texts.
 */
function comesWith(path: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(path)) return seen
  const text = readFileSync(path, 'utf8')
  seen.set(path, text)
  for (const [, other = ''] of text
    .replaceAll(/withMessages\(\s*\(\) => import\('[^']+'\)/g, '')
    .matchAll(/(?:from |import\()'((?:#web\/(?!features)|\.)[^']*\.tsx?)'/g))
    comesWith(other.startsWith('#') ? join(web, other.slice(5)) : join(dirname(path), other), seen)
  return seen
}

test('the first page and each screen bring the texts their code asks for, and no others', () => {
  const router = readFileSync(join(web, 'app', 'router.tsx'), 'utf8')
  const screens = [
    ...router.matchAll(
      /withMessages\(\s*\(\) => import\('#web\/([^']+)'\)((?:,\s*'\w+')*),?\s*\)/g,
    ),
  ]
  expect(screens.length).toBe(router.split("import('#web/features/").length - 1)
  const pieces = sources(web).flatMap((code) => [
    ...code.matchAll(
      /withMessages\(\s*\(\) => import\('#web\/((?!features)[^']+)'\)((?:,\s*'\w+')*),?\s*\)/g,
    ),
  ])
  for (const [, file = '', given = ''] of [...screens, ...pieces, ['', 'main.tsx']]) {
    const code = [...comesWith(join(web, file)).values()].join('\n')
    // The client loads `refusals` with the first refused call; a screen that shows codes of an
    // accepted call names it too.
    const listed = namespaces.filter((name) => name !== 'refusals')
    const asked = listed.filter(
      (name) =>
        name === 'common' ||
        name === 'errors' ||
        new RegExp(`useTranslation\\([^)]*'${name}'|\\bt\\([^)]*?['\`]${name}:`).test(code),
    )
    expect([file, asked]).toEqual([
      file,
      listed.filter(
        (name) => name === 'common' || name === 'errors' || given.includes(`'${name}'`),
      ),
    ])
  }
})

test('every act that administrators\u2019 log can hold has its words', () => {
  const server = sources(join(web, '..', 'server')).join('\n')
  const acts = [
    ...new Set(
      [...server.matchAll(/\baudit\([^'`]*?'(\w+\.\w+)'/g)].map((match) => match[1] ?? ''),
    ),
  ]
  expect(acts.length).toBeGreaterThan(30)
  const known = read('en', 'settings')
  expect(acts.filter((act) => !known.has(`audit.action.${act}`))).toEqual([])
})
