import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('docs/security.md names only existing files', () => {
  const page = readFileSync(`${root}docs/security.md`, 'utf8')
  const named = [
    ...page.matchAll(/`((?:server|contract|web|tests|bench|scripts|bin)\/[\w./-]*)`/g),
  ].map((match) => match[1] ?? '')
  expect(named.length).toBeGreaterThan(60)
  expect(named.filter((path) => !existsSync(root + path))).toEqual([])
})

test('docs/security.md names only existing tests', () => {
  const page = readFileSync(`${root}docs/security.md`, 'utf8')
  const missing: string[] = []
  let count = 0
  for (const line of page.split('\n')) {
    let source: string | undefined
    for (const [, path, name] of line.matchAll(/`([\w./-]+\.test\.tsx?)`|"([^"]{12,})"/g)) {
      if (path) source = readFileSync(root + path, 'utf8').replaceAll("\\'", "'")
      else if (name && source) {
        count += 1
        if (!source.includes(name)) missing.push(name)
      }
    }
  }
  expect(count).toBeGreaterThan(100)
  expect(missing).toEqual([])
})
