import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('docs/security.md names no file that is gone, and each test it names is one', () => {
  const page = readFileSync(`${root}docs/security.md`, 'utf8')
  const named = [...page.matchAll(/`((?:server|contract|web|e2e|bin)\/[\w./-]*)`/g)].map(
    (match) => match[1] ?? '',
  )
  expect(named.length).toBeGreaterThan(60)
  expect(named.filter((path) => !existsSync(root + path))).toEqual([])
})
