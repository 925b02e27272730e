import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { createLocalMailer } from '#server/modules/dev-mailbox/local-mailer.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { devMailboxNotice } from './routes.ts'

const t = setupTestApp()
const apps: FastifyInstance[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

/** Returns the app of `npm start` with these settings and the development mailbox. */
async function appWith(env: Record<string, string> = {}): Promise<FastifyInstance> {
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    SECRET: 'a-secret-for-tests-only-0123456789',
    DATA_DIR: t.services.config.dataDir,
    ...env,
  })
  const app = await buildApp({
    ...t.services,
    config,
    mailer: createLocalMailer(t.services.db, t.clock),
  })
  apps.push(app)
  return app
}
const statuses = async (app: FastifyInstance, ask: Partial<InjectOptions>) => {
  const both = ['/dev/mailbox', '/dev/mailbox/messages'].map(
    async (url) => (await app.inject({ url, ...ask })).statusCode,
  )
  return [...new Set(await Promise.all(both))]
}

test('answers requests from this machine only', async () => {
  const app = await appWith()
  for (const remoteAddress of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])
    expect(await statuses(app, { remoteAddress }), remoteAddress).toEqual([200])
  for (const remoteAddress of [
    '192.168.1.7',
    '10.0.0.1',
    '::ffff:192.168.1.7',
    'fe80::1',
    '2001:db8::1',
  ])
    expect(await statuses(app, { remoteAddress }), remoteAddress).toEqual([404])
})

test('answers requests for its own host only', async () => {
  const app = await appWith({ PUBLIC_URL: 'http://laurel.example.test:3000' })
  for (const host of [
    'localhost',
    'localhost:3000',
    'LOCALHOST:5173',
    '127.0.0.1:3000',
    '[::1]:3000',
    'laurel.example.test',
    'laurel.example.test:3000',
  ])
    expect(await statuses(app, { headers: { host } }), host).toEqual([200])
  for (const host of [
    'evil.example',
    'localhost.evil.example',
    'evil.example:3000',
    '192.168.1.7',
    'laurel.example.test.evil.example',
    'a b',
  ])
    expect(await statuses(app, { headers: { host } }), host).toEqual([404])
})

test('refuses requests that an unknown proxy forwards for other machines', async () => {
  const app = await appWith()
  expect(await statuses(app, { headers: { 'x-forwarded-for': '203.0.113.9' } })).toEqual([404])
  expect(await statuses(app, { headers: { forwarded: 'for=203.0.113.9' } })).toEqual([404])
  const behind = await appWith({ TRUST_PROXY: '127.0.0.1' })
  expect(await statuses(behind, { headers: { 'x-forwarded-for': '203.0.113.9' } })).toEqual([404])
  expect(await statuses(behind, { headers: { 'x-forwarded-for': '127.0.0.1' } })).toEqual([200])
})

test('stays closed with an outside HOST unless DEV_MAILBOX is open', async () => {
  for (const HOST of ['0.0.0.0', '::', '192.168.1.7'])
    expect(await statuses(await appWith({ HOST }), {}), HOST).toEqual([404])
  const open = await appWith({ HOST: '0.0.0.0', DEV_MAILBOX: 'open' })
  expect(
    await statuses(open, { remoteAddress: '192.168.1.7', headers: { host: '192.168.1.2:3000' } }),
  ).toEqual([200])
})

test('prints at startup which machines can read the mailbox', () => {
  const notice = (host: string, devMailbox: 'local' | 'open') =>
    devMailboxNotice({ host, devMailbox, publicUrl: 'http://localhost:3000' })
  expect(notice('127.0.0.1', 'local')).toBe(
    'Sign-in codes appear here and at http://localhost:3000/dev/mailbox',
  )
  expect(notice('0.0.0.0', 'local')).toContain('is closed because HOST=0.0.0.0')
  expect(notice('0.0.0.0', 'open')).toContain('WARNING')
  expect(() =>
    readConfig({
      NODE_ENV: 'production',
      BILLING: 'off',
      DEV_MAILBOX: 'open',
      PUBLIC_URL: 'https://laurel.example.test',
      SMTP_URL: 'smtp://127.0.0.1:9',
      SECRET: 'x'.repeat(24),
    }),
  ).toThrow(/DEV_MAILBOX/)
})

test('answers no other host in development without PUBLIC_URL', async () => {
  const app = await appWith({ HOST: 'mybox' })
  const ask = async (host: string, url = '/api/auth/options') =>
    (await app.inject({ url, headers: { host } })).statusCode
  for (const host of [
    'localhost:3000',
    '127.0.0.1',
    '[::1]:3000',
    '192.168.1.7:3000',
    '[2001:db8::1]',
    'mybox:3000',
  ])
    expect(await ask(host), host).toBe(200)
  for (const url of ['/api/auth/options', '/healthz', '/files/x/y', '/api/openapi.json'])
    expect(await ask('evil.example', url), url).toBe(421)
  expect(
    (await app.inject({ url: '/api/auth/options', headers: { host: 'evil.example' } })).json(),
  ).toMatchObject({ errors: [{ code: 'host_unknown' }] })
  const named = await appWith({ PUBLIC_URL: 'https://laurel.example.test' })
  expect(
    (await named.inject({ url: '/api/auth/options', headers: { host: 'upstream' } })).statusCode,
  ).toBe(200)
})

test('accepts a loopback client over a real socket', async () => {
  const app = await appWith()
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  expect((await fetch(`${url}/dev/mailbox/messages`)).status).toBe(200)
})
