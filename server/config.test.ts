import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'laurel-config-'))

test('an empty environment is a first start on this machine', () => {
  const config = readConfig({ DATA_DIR: folder() })
  expect(config).toMatchObject({ port: 3000, host: '127.0.0.1', publicUrl: 'http://localhost:3000', billing: 'local', demo: true, production: false, google: null })
})

test('a Google client id turns sign-in with Google on, with Google’s own addresses', () => {
  expect(readConfig({ DATA_DIR: folder(), GOOGLE_CLIENT_ID: 'laurel.apps.googleusercontent.com' }).google).toEqual({
    clientId: 'laurel.apps.googleusercontent.com', jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs', scriptUrl: 'https://accounts.google.com/gsi/client',
  })
})

test('a secret is made once and kept for its owner alone', () => {
  const dataDir = folder()
  const { secret } = readConfig({ DATA_DIR: dataDir })
  expect(secret.length).toBeGreaterThan(40)
  expect(readConfig({ DATA_DIR: dataDir }).secret).toBe(secret)
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(secret)
  expect(statSync(join(dataDir, 'secret')).mode & 0o077).toBe(0)
})

test.each([
  [{ PORT: 'http' }, 'PORT: expected a port from 0 to 65535, got "http"'],
  [{ PORT: '70000' }, 'PORT: expected a port from 0 to 65535, got "70000"'],
  [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL: expected a postgres:// address'],
  [{ PUBLIC_URL: 'laurel' }, 'PUBLIC_URL: expected an http or https address'],
  [{ BILLING: 'free' }, 'BILLING: expected off or local'],
  [{ GOOGLE_CLIENT_ID: 'two words' }, 'GOOGLE_CLIENT_ID: expected the client id of a Google web application'],
  [{ GOOGLE_JWKS_URL: 'keys' }, 'GOOGLE_JWKS_URL: expected an http or https address'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: expected fatal'],
  [{ NODE_ENV: 'prod' }, 'NODE_ENV: expected development, production or test'],
  [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL: expected an smtp://'],
  [{ NODE_ENV: 'production' }, 'SMTP_URL: expected an smtp:// address in production'],
])('%o is refused with one clear line', (env, line) => {
  expect(() => readConfig({ DATA_DIR: folder(), ...env })).toThrow(line)
})

test('a secret that is too short is refused and not repeated', () => {
  expect(() => readConfig({ DATA_DIR: folder(), SECRET: 'short' })).toThrow(/^SECRET: expected at least 24 characters$/)
})
