import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { endSessions } from '#server/platform/auth/end-sessions.ts'

const t = setupTestApp()
let team: Team
let ada: Member
let ben: Member
beforeAll(async () => {
  team = await makeTeam(t, { limit: 1_000 })
})
/** Creates two users. Ada has given points, so her session is cached. */
beforeEach(async () => {
  ;[ada, ben] = [await makeMember(t, team.workspace_id), await makeMember(t, team.workspace_id)]
  await give()
})
const give = (body: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  t.call('posts.create', {
    token: ada.token,
    headers,
    body: {
      to_id: [ben.user_id],
      value_id: team.value_id,
      score: 1,
      description: 'Thank you for the careful work',
      ...body,
    } as never,
  })
const readBalance = () =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('wallets')
      .select('balance')
      .where('workspace_id', '=', team.workspace_id)
      .where('user_id', '=', ben.user_id)
      .executeTakeFirstOrThrow(),
  )
/** Runs `work` and returns the names of the statements that authenticated and wrote. */
async function watchStatements(work: () => Promise<unknown>): Promise<string[]> {
  const [inSession, first, call] = [
    vi.spyOn(t.services.db, 'callInSession'),
    vi.spyOn(t.services.db, 'readFirst'),
    vi.spyOn(t.services.db, 'call'),
  ]
  await work()
  const names = [
    ...inSession.mock.calls.map(([, , { name }]) => `${name} in session`),
    ...first.mock.calls.map(([{ name }]) => name),
    ...call.mock.calls.map(([name]) => name),
  ]
  vi.restoreAllMocks()
  // Events of the same moment share a notification, at any time.
  return names.filter((name) => name !== 'events_notify')
}

test('authenticates and gives points in one statement from the second call', async () => {
  ada = await makeMember(t, team.workspace_id)
  expect(await watchStatements(() => give())).toEqual(['session_enter', 'post_create'])
  expect(await watchStatements(() => give())).toEqual(['post_create in session'])
  expect(await readBalance()).toEqual({ balance: 3 })
})

test('on a sharded database, authenticates by a statement of its own', async () => {
  const { hasCitus } = t.services
  t.services.hasCitus = true
  try {
    expect(await watchStatements(() => give())).toEqual(['session_enter', 'post_create'])
  } finally {
    t.services.hasCitus = hasCitus
  }
})

test('gives nothing with an ended session despite the cache', async () => {
  await endSessions(t.services.db.global, t.clock.now(), {
    workspace_id: team.workspace_id,
    user_id: ada.user_id,
  })
  expect((await give()).codes).toEqual(['unauthorized'])
  expect(await readBalance()).toEqual({ balance: 1 })
})

test('gives nothing after a deactivation, and again once it is undone', async () => {
  const become = (state: 'accepted' | 'deactivated') =>
    t.services.db.tenant(team.workspace_id, (trx) =>
      trx
        .updateTable('users')
        .set({ state })
        .where('workspace_id', '=', team.workspace_id)
        .where('id', '=', ada.user_id)
        .execute(),
    )
  await become('deactivated')
  expect((await give()).codes).toEqual(['unauthorized'])
  expect(await readBalance()).toEqual({ balance: 1 })
  await become('accepted')
  expect((await give()).status).toBe(200)
  expect(await readBalance()).toEqual({ balance: 2 })
})

test('uses a changed time zone of the team at once', async () => {
  t.clock.set(new Date('2026-03-31T23:30:00Z'))
  const setTimezone = (timezone: string) =>
    t.services.db.tenant(team.workspace_id, (trx) =>
      trx
        .updateTable('settings')
        .set({ timezone })
        .where('workspace_id', '=', team.workspace_id)
        .execute(),
    )
  const readDay = async (id: string) => {
    const { day } = await t.services.db.tenant(team.workspace_id, (trx) =>
      trx
        .selectFrom('posts')
        .select('day')
        .where('workspace_id', '=', team.workspace_id)
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    )
    return day
  }
  await setTimezone('UTC')
  expect(await readDay((await give()).body.id)).toBe('2026-03-31')
  await setTimezone('Europe/Madrid')
  expect(await readDay((await give()).body.id)).toBe('2026-04-01')
})

test('refuses in one statement like a regular call, and changes nothing', async () => {
  const refused = async (body: Record<string, unknown>) => (await give(body)).codes
  expect(await refused({ score: 5_000 })).toEqual(['over_limit'])
  expect(await refused({ to_id: [ada.user_id] })).toEqual(['self_recognition'])
  expect(await refused({ to_id: [] })).toEqual(['user_not_found'])
  expect(await refused({ score: 0 })).toEqual(['out_of_range'])
  expect(await readBalance()).toEqual({ balance: 1 })
})

test('answers a repeated request from its first answer', async () => {
  const headers = { 'idempotency-key': 'once' }
  const [first, second] = [await give({}, headers), await give({}, headers)]
  expect(second.body).toEqual(first.body)
  expect((await give({ score: 2 }, headers)).codes).toEqual(['idempotency_mismatch'])
  expect(await readBalance()).toEqual({ balance: 2 })
})
