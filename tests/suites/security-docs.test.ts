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
