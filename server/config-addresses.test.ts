import { expect, test } from 'vitest'
import { makeTemporaryFolder } from '#tests/support/temporary-folders.ts'
import { readConfig } from './config.ts'

const folder = () => makeTemporaryFolder('laurel-config-')

test('reads the public address as an origin without a path', () => {
  const of = (PUBLIC_URL: string) => readConfig({ DATA_DIR: folder(), PUBLIC_URL }).publicUrl
  expect(of('https://Laurel.Example.com:443/')).toBe('https://laurel.example.com')
  expect(of('http://localhost:3000')).toBe('http://localhost:3000')
  for (const wrong of [
    'https://example.com/laurel',
    'https://example.com/?team=1',
    'https://ada@example.com',
    'ftp://example.com',
  ])
    expect(() => of(wrong), wrong).toThrow(
      `PUBLIC_URL: expected an http or https address without a path, got "${wrong}"`,
    )
})

test('refuses an address without repeating its password', () => {
  for (const [name, value] of [
    ['DATABASE_URL', 'postgres://laurel:pass word@db/laurel'],
    ['DATABASE_DIRECT_URL', 'mysql://laurel:password@db/laurel'],
    ['SMTP_URL', 'mail.example.com:587:laurel:password'],
  ] as const)
    expect(() => readConfig({ DATA_DIR: folder(), [name]: value })).toThrow(/^\w+: [^"]*address$/)
})
