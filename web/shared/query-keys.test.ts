import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { queryGroups } from '#contract/query-groups.ts'

const folder = join(import.meta.dirname, '..')
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

test('query keys come from queryKey, never from a literal array', () => {
  const literal = /queryKey:\s*\[|Query(?:Data|State)(?:<[^(]*>)?\(\s*\[/
  expect(sources.filter(({ text }) => literal.test(text)).map(({ name }) => name)).toEqual([])
})

test('every query group of the contract is used by a query', () => {
  const texts = sources.map(({ text }) => text).join('\n')
  expect(queryGroups.filter((group) => !texts.includes(`queryKey('${group}'`))).toEqual([])
})
