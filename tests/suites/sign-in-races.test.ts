import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { keyedHash, newId, newToken, hashToken } from '#server/platform/ids.ts'
import { startSession } from '#server/platform/auth/sessions.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { type GoogleServer, startGoogleServer } from '#tests/support/google-server.ts'
import { releaseProcess, runConcurrently, startProcess } from '#tests/support/processes.ts'

/** Limits of sign-in, raced over two server processes on one database (promise 12). */
const t = setupTestApp(() => ({ at: new Date() }))
const children: ChildProcess[] = []
const ports: number[] = []
let processIndex = 0
let google: GoogleServer

beforeAll(async () => {
  google = await startGoogleServer()
  for (let n = 0; n < 2; n += 1) {
    const { child, port } = await startProcess(t.ownerUrl, {
      settings: { TRUST_PROXY: 'on', ...google.env },
    })
    children.push(child)
    ports.push(port)
  }
})
afterAll(async () => {
  for (const child of children) await releaseProcess(child)
  await google?.stop()
})

/** Calls the two processes alternately, from the given client address. */
async function callFrom(client: string, path: string, body: unknown, token?: string) {
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': client,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  const response = await fetch(`http://127.0.0.1:${ports[(processIndex += 1) % 2]}/api${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    retry_after_s: Number(response.headers.get('retry-after')),
    body: (await response.json()) as never,
  }
}
const requestCode = (client: string, email: string) => callFrom(client, '/auth/get_code', { email })
async function countMailsTo(pattern: string): Promise<number> {
  const row = await t.services.db.global
    .selectFrom('mailbox')
    .where('to_address', 'like', pattern)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

test('60 concurrent requests of one client send 5 codes to an address', async () => {
  const replies = await runConcurrently(60, () =>
    requestCode('198.51.100.1', 'one-client@example.test'),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(await countMailsTo('one-client@%')).toBe(5)
  const refused = replies.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(55)
  expect(
    refused.every(({ retry_after_s: retryAfterS }) => retryAfterS > 3_500 && retryAfterS <= 3_600),
  ).toBe(true)
})

test('60 concurrent requests of 12 clients send 20 codes to an address', async () => {
  const replies = await runConcurrently(60, (n) =>
    requestCode(`198.51.100.${100 + (n % 12)}`, 'many-clients@example.test'),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(await countMailsTo('many-clients@%')).toBe(20)
})

test('60 concurrent requests of a client with 280 codes send 20 more', async () => {
  const [client, at] = ['198.51.100.2', new Date()]
  await t.services.db.global
    .insertInto('sign_in_codes')
    .values(
      Array.from({ length: 280 }, (_, n) => ({
        id: newId(at),
        email_hash: keyedHash(t.services.config.secret, 'address', `earlier${n}@example.test`),
        client_hash: keyedHash(t.services.config.secret, 'client', client),
        sig_hash: hashToken(newToken()),
        code_hash: Buffer.alloc(32),
        purpose: 'sign_in' as const,
        created_at: at,
        expires_at: new Date(at.getTime() + limits.code_life_minutes * 60_000),
        used_at: null,
      })),
    )
    .execute()
  const replies = await runConcurrently(60, (n) => requestCode(client, `office${n}@example.test`))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(await countMailsTo('office%')).toBe(20)
})

async function makeTemporaryToken(email: string): Promise<{ account_id: string; token: string }> {
  const at = new Date()
  const accountId = newId(at)
  await t.services.db.global
    .insertInto('accounts')
    .values({ id: accountId, email, google_sub: null, language: null, created_at: at })
    .execute()
  return {
    account_id: accountId,
    token: await startSession(t.services.db.global, at, {
      account_id: accountId,
      kind: 'temporary',
    }),
  }
}

test('30 concurrent requests create 10 teams of an account', async () => {
  const { token } = await makeTemporaryToken('creator@example.test')
  const replies = await runConcurrently(30, (n) =>
    callFrom('198.51.100.3', '/auth/workspaces', { name: `Team ${n}` }, token),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
  const refused = replies.filter(({ status }) => status === 429)
  expect([
    refused.length,
    refused.every(
      ({ retry_after_s: retryAfterS }) => retryAfterS > 86_000 && retryAfterS <= 86_400,
    ),
  ]).toEqual([20, true])
})

test('one Google token sent 20 times concurrently signs in once', async () => {
  const {
    body: { nonce, nonce_key: nonceKey },
  } = (await callFrom('198.51.100.4', '/auth/google_nonce', {})) as {
    body: { nonce: string; nonce_key: string }
  }
  const idToken = google.token(new Date(), { nonce, email: 'race@gmail.com' })
  const replies = await runConcurrently(20, () =>
    callFrom('198.51.100.4', '/auth/verify_google_id_token', {
      id_token: idToken,
      nonce_key: nonceKey,
    }),
  )
  expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
    200,
    ...Array<number>(19).fill(401),
  ])
})
