import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The texts of web/locales/en/teams.json, and the keys that the server uses. */
const folder = new URL('.', import.meta.url)
const code = [
  ...readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => new URL(name, folder)),
  new URL('../../modules/chat-messages/teams-app-package.ts', import.meta.url),
]
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

type Tree = { [key: string]: string | Tree }
const listKeys = (tree: Tree, path = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [path + key] : listKeys(value, `${path}${key}.`),
  )
const english = new URL('../../../web/locales/en/teams.json', import.meta.url)
const keys = listKeys(JSON.parse(readFileSync(english, 'utf8')) as Tree)

test('every text of Teams is used', () => {
  const templates = [...code.matchAll(/`([\w.]*)\$\{[^}]*\}([\w.]*)`/g)].map(
    ([, start = '', end = '']) => [start, end] as const,
  )
  const unused = keys.filter(
    (key) =>
      !code.includes(`'${key}'`) &&
      !code.includes(`'${key.replace(/^app\./, '')}'`) &&
      !templates.some(
        ([start, end]) => start.length > 3 && key.startsWith(start) && key.endsWith(end),
      ) &&
      !/^app\.(commands\.\w+|thank)\.(title|description)$/.test(key),
  )
  expect(unused).toEqual([])
})

test('every text of Teams that the code names exists', () => {
  const named = [...code.matchAll(/teamsText\(\s*[\w.]+,\s*'([\w.]+)'/g)].map(([, key]) => key)
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((key) => key !== undefined && !keys.includes(key))).toEqual([])
})
