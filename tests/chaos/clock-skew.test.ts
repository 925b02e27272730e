import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { movableClock } from '#server/platform/clock.ts'
import type { Services } from '#server/platform/services.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam } from '#tests/support/factories.ts'

/** Two servers on one database whose clocks differ by an hour, across the end of a month. */
const t = setupTestApp(() => ({ at: new Date('2026-06-30T23:30:00Z') }))
const fastClock = movableClock(new Date('2026-07-01T00:30:00Z'))
let fastServices: Services
let app: FastifyInstance
beforeAll(async () => {
  fastServices = { ...t.services, clock: fastClock }
  app = await buildApp(fastServices, { check_outputs: true, web: '/nowhere' })
  await app.ready()
})
afterAll(() => app?.close())

type ApiReply = { status: number; body: Record<string, unknown>; codes: string[] }
async function callApp(
  server: FastifyInstance,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  token: string | null,
  body?: object,
  key?: string,
): Promise<ApiReply> {
  const response = await server.inject({
    method,
    url: `/api${path}`,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(body ? { payload: body } : {}),
  })
  const answer = (response.body ? JSON.parse(response.body) : {}) as Record<string, unknown> & {
    errors?: { code: string }[]
  }
  return {
    status: response.statusCode,
    body: answer,
    codes: answer.errors?.map((one) => one.code) ?? [],
  }
}

test('clocks: two servers with skewed clocks grant an allowance once a month', async () => {
  const team = await makeTeam(t, { limit: 100 })
  const to = await makeMember(t, team.workspace_id)
  const createPost = (server: FastifyInstance, score: number, key?: string) =>
    callApp(
      server,
      'POST',
      '/posts',
      team.admin.token,
      { to_id: [to.user_id], value_id: team.value_id, score, description: 'Thank you very much' },
      key,
    )
  const [first, second] = [await createPost(t.app, 100, 'k1'), await createPost(app, 100, 'k2')]
  expect([first.status, second.status]).toEqual([200, 200])
  // The allowances of June and July are spent on both servers.
  for (const server of [t.app, app])
    expect((await createPost(server, 1)).codes).toEqual(['no_points'])
  // The same keys on the other server return the same responses without a second effect.
  expect((await createPost(app, 100, 'k1')).body['id']).toBe(first.body['id'])
  expect((await createPost(t.app, 100, 'k2')).body['id']).toBe(second.body['id'])
  // A post of July deleted on the server that is still in June returns nothing to June.
  expect(
    (await callApp(t.app, 'DELETE', `/posts/${String(second.body['id'])}`, team.admin.token))
      .status,
  ).toBe(200)
  expect(
    (await callApp(app, 'DELETE', `/posts/${String(second.body['id'])}`, team.admin.token)).codes,
  ).toEqual(['not_found'])
  const balance = await callApp(app, 'GET', `/coins/${to.user_id}`, team.admin.token)
  expect([balance.status, balance.body['balance']]).toEqual([200, 100])
  await t.checkLedger()
})

test('clocks: sessions are valid on both servers with skewed clocks', async () => {
  const team = await makeTeam(t)
  for (const server of [t.app, app])
    expect((await callApp(server, 'GET', '/config', team.admin.token)).status).toBe(200)
  const signIn = async (sender: FastifyInstance, checker: FastifyInstance) => {
    const { body } = await callApp(sender, 'POST', '/auth/get_code', null, {
      email: team.admin.email,
    })
    const code = /\d{6}/.exec(t.mails.at(-1)?.subject ?? '')?.[0]
    return callApp(checker, 'POST', '/auth/verify_code', null, {
      email: team.admin.email,
      sig: body['sig'] as string,
      code,
    })
  }
  const early = await signIn(app, t.app)
  expect(early.status).toBe(200)
  // A session created on one server is valid on the other.
  const session = await callApp(
    t.app,
    'POST',
    '/auth/session',
    early.body['access_token'] as string,
    {
      workspace_id: team.workspace_id,
    },
  )
  for (const server of [app, t.app])
    expect(
      (await callApp(server, 'GET', '/config', session.body['access_token'] as string)).status,
    ).toBe(200)
  // A code lives less than an hour, so the server that is ahead refuses it.
  expect((await signIn(t.app, app)).codes).toEqual(['code_exhausted'])
})

test('clocks: each mail is sent once with skewed clocks', async () => {
  const team = await makeTeam(t)
  const mail = (at: Date, to: string) =>
    t.services.db.tenant(team.workspace_id, (trx) =>
      enqueueMails(
        trx,
        team.workspace_id,
        [{ kind: 'address_changed', params: {}, to, language: 'en' }],
        at,
      ),
    )
  await mail(t.clock.now(), 'slow@example.test')
  await mail(fastClock.now(), 'fast@example.test')
  await Promise.all([
    processOutbox(t.services),
    processOutbox(fastServices),
    processOutbox(t.services),
    processOutbox(fastServices),
  ])
  await processOutbox(fastServices)
  t.clock.advance(7_200_000)
  await processOutbox(t.services)
  expect(
    t.mails
      .map((one) => one.to)
      .filter((to) => /slow|fast/.test(to))
      .sort(),
  ).toEqual(['fast@example.test', 'slow@example.test'])
})
