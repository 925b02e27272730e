import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { movableClock } from '#server/platform/clock.ts'
import type { Services } from '#server/platform/services.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam } from '#tests/support/factories.ts'

/**
 * Two servers on one database whose clocks are an hour apart, over the end of a month: nothing
 * twice, nothing lost.
 */
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
  of: FastifyInstance,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  token: string | null,
  body?: object,
  key?: string,
): Promise<ApiReply> {
  const response = await of.inject({
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

test('clocks: a month is given out once in each month, whichever server is asked, and a key has one effect', async () => {
  const team = await makeTeam(t, { limit: 100 })
  const to = await makeMember(t, team.workspace_id)
  const give = (of: FastifyInstance, score: number, key?: string) =>
    callApp(
      of,
      'POST',
      '/posts',
      team.admin.token,
      { to_id: [to.user_id], value_id: team.value_id, score, description: 'Thank you very much' },
      key,
    )
  const [here, there] = [await give(t.app, 100, 'k1'), await give(app, 100, 'k2')]
  expect([here.status, there.status]).toEqual([200, 200])
  // June and July are spent, at both.
  for (const of of [t.app, app]) expect((await give(of, 1)).codes).toEqual(['no_points'])
  // The same keys at the other server: the same answers, no second effect.
  expect((await give(app, 100, 'k1')).body['id']).toBe(here.body['id'])
  expect((await give(t.app, 100, 'k2')).body['id']).toBe(there.body['id'])
  // What was given in July and is taken back by the server that is still in June gives nothing back
  // to June.
  expect(
    (await callApp(t.app, 'DELETE', `/posts/${String(there.body['id'])}`, team.admin.token)).status,
  ).toBe(200)
  expect(
    (await callApp(app, 'DELETE', `/posts/${String(there.body['id'])}`, team.admin.token)).codes,
  ).toEqual(['not_found'])
  const balance = await callApp(app, 'GET', `/coins/${to.user_id}`, team.admin.token)
  expect([balance.status, balance.body['balance']]).toEqual([200, 100])
  await t.checkLedger()
})

test('clocks: sessions hold at both; a code lives by the clock of who checks it', async () => {
  const team = await makeTeam(t)
  for (const of of [t.app, app])
    expect((await callApp(of, 'GET', '/config', team.admin.token)).status).toBe(200)
  const enter = async (sender: FastifyInstance, checker: FastifyInstance) => {
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
  const early = await enter(app, t.app)
  expect(early.status).toBe(200)
  // A session begun at one is one at the other.
  const session = await callApp(
    t.app,
    'POST',
    '/auth/session',
    early.body['access_token'] as string,
    {
      workspace_id: team.workspace_id,
    },
  )
  for (const of of [app, t.app])
    expect(
      (await callApp(of, 'GET', '/config', session.body['access_token'] as string)).status,
    ).toBe(200)
  // An hour is longer than a code lives: who comes with it to the server ahead is refused.
  expect((await enter(t.app, app)).codes).toEqual(['code_exhausted'])
})

test('clocks: mails go out once, by whichever worker thinks them due first', async () => {
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
