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
const pluralSuffix = /(?<!^too)_(zero|one|two|few|many|other)$/
const baseKeys = (texts: Map<string, string>) =>
  [...new Set([...texts.keys()].map((key) => key.replace(pluralSuffix, '')))].sort((a, b) =>
    a.localeCompare(b),
  )
const paramNames = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''))]
    .filter((name) => name !== 'count')
    .sort((a, b) => a.localeCompare(b))

const serverFiles = ['mail', 'chat', 'slack', 'teams', 'exports', 'ideas', 'invoices']
const files = [...namespaces, ...serverFiles]

test.each(languages)(
  '%s has the same keys and parameters as English and all plural forms',
  (language) => {
    for (const name of files) {
      const [own, english] = [read(language, name), read('en', name)]
      expect([name, baseKeys(own)]).toEqual([name, baseKeys(english)])
      const plurals = new Intl.PluralRules(bcp47Tag(language)).resolvedOptions().pluralCategories
      for (const base of baseKeys(english).filter((key) => !english.has(key)))
        for (const form of plurals)
          expect([name, base, own.has(`${base}_${form}`)]).toEqual([name, base, true])
      for (const [key, text] of own) {
        expect([language, name, key, text.trim() !== '']).toEqual([language, name, key, true])
        expect([language, name, key, paramNames(text)]).toEqual([
          language,
          name,
          key,
          paramNames(english.get(key) ?? english.get(key.replace(pluralSuffix, '_other')) ?? ''),
        ])
      }
    }
  },
)

/** A plural noun after the number of rows, posts and the like: "1 rows". */
const countedPlural =
  /\{(?:done|finish|left|max|n|people|total)\} (?:changes|conflicts|nominations|people would|posts|rows|times)\b/
test('an English number that can be one has no plural noun behind it', () => {
  const wrong = files.flatMap((name) =>
    [...read('en', name)].filter(
      ([key, text]) => !pluralSuffix.test(key) && countedPlural.test(text),
    ),
  )
  expect(wrong).toEqual([])
})

/** The words for awards in languages that have another word for rewards. */
const awardWords = { es: /premio/i, pt: /prêmio/i, ua: /(?<!ви)нагород/i }
test.each(Object.entries(awardWords))(
  'rewards are not called awards, which have another word in: %s',
  (language, award) => {
    const wrong = files.flatMap((name) => {
      const english = read('en', name)
      return [...read(language, name)].filter(([key, text]) => {
        const meant = english.get(key) ?? english.get(key.replace(pluralSuffix, '_other')) ?? ''
        return /reward/i.test(meant) && !/award/i.test(meant) && award.test(text)
      })
    })
    expect(wrong).toEqual([])
  },
)

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return name === 'locales' ? [] : sources(path)
    return /\.tsx?$/.test(name) && !/\.test\./.test(name) ? [readFileSync(path, 'utf8')] : []
  })
}

test('every error code has a text and every text of the interface is used', () => {
  expect(
    Object.keys(errors).filter(
      (code) => !read('en', 'errors').has(code) && !read('en', 'refusals').has(code),
    ),
  ).toEqual([])
  const code = sources(web).join('\n')
  // The code names a key in full, or as a template: t(`status.${...}`), t(`${kind}.title`).
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
      baseKeys(read('en', name))
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

test('every key that the code uses exists in English', () => {
  const known = new Set(
    namespaces.flatMap((name) =>
      baseKeys(read('en', name)).flatMap((key) => [key, `${name}:${key}`]),
    ),
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
 * Returns the sources loaded with a file: its imports, transitively, without the screens of the
 * router and without modules that load their own texts.
 */
function loadedWith(path: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(path)) return seen
  const text = readFileSync(path, 'utf8')
  seen.set(path, text)
  for (const [, imported = ''] of text
    .replaceAll(/^import type [^']*'[^']+'$/gm, '')
    .replaceAll(/withMessages\(\s*\(\) => import\('[^']+'\)/g, '')
    .matchAll(/(?:from |import\()'((?:#web\/(?!features)|\.)[^']*\.tsx?)'/g))
    loadedWith(
      imported.startsWith('#') ? join(web, imported.slice(5)) : join(dirname(path), imported),
      seen,
    )
  return seen
}

test('each screen loads exactly the namespaces that its code uses', () => {
  const router = sources(join(web, 'app', 'routes')).join('\n')
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
  for (const [, file = '', loaded = ''] of [...screens, ...pieces, ['', 'main.tsx']]) {
    const code = [...loadedWith(join(web, file)).values()].join('\n')
    // The client loads `refusals` with the first refused call; a screen that shows codes of an
    // accepted call names it too.
    const listed = namespaces.filter((name) => name !== 'refusals')
    const used = listed.filter(
      (name) =>
        name === 'common' ||
        name === 'errors' ||
        new RegExp(`useTranslation\\([^)]*'${name}'|\\bt\\([^)]*?['\`]${name}:`).test(code),
    )
    expect([file, used]).toEqual([
      file,
      listed.filter(
        (name) => name === 'common' || name === 'errors' || loaded.includes(`'${name}'`),
      ),
    ])
  }
})

test('every action of the audit log has a text', () => {
  const server = sources(join(web, '..', 'server')).join('\n')
  const actions = [
    ...new Set(
      [...server.matchAll(/\baudit\([^'`]*?'(\w+\.\w+)'/g)].map((match) => match[1] ?? ''),
    ),
  ]
  expect(actions.length).toBeGreaterThan(30)
  const known = read('en', 'settings')
  expect(actions.filter((action) => !known.has(`audit.action.${action}`))).toEqual([])
})
