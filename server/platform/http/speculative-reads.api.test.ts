import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { updatePermissionColumns } from '#server/modules/users/permission-queries.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { endSessions } from '#server/platform/auth/end-sessions.ts'

const t = setupTestApp()
let team: Team
let [ada, ben]: Member[] = []
beforeAll(async () => {
  team = await makeTeam(t, { limit: null })
})
/** Creates two users whose feed has been read, so their sessions are cached. */
beforeEach(async () => {
  ;[ada, ben] = [await makeMember(t, team.workspace_id), await makeMember(t, team.workspace_id)]
  for (const one of [ada, ben]) await read(one)
})
const read = (who: Member | undefined, query: Record<string, string | number> = {}) =>
  t.call('posts.list', { token: who?.token ?? '', query })
const become = (who: Member | undefined, state: 'accepted' | 'deactivated') =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ state })
      .where('workspace_id', '=', team.workspace_id)
      .where('id', '=', who?.user_id ?? '')
      .execute(),
  )

/** Returns the statements of one read of the feed. */
async function asked(who: Member | undefined) {
  const [readAlone, both, call] = [
    vi.spyOn(t.services.db, 'read'),
    vi.spyOn(t.services.db, 'readAfter'),
    vi.spyOn(t.services.db, 'readFirst'),
  ]
  await read(who)
  const heard = {
    read: readAlone.mock.calls.length,
    both: both.mock.calls.length,
    calls: call.mock.calls.map(([{ name }]) => name),
  }
  vi.restoreAllMocks()
  return heard
}

test('authenticates and reads in one round trip from the second call', async () => {
  const fresh = await makeMember(t, team.workspace_id)
  expect(await asked(fresh)).toEqual({ read: 1, both: 0, calls: ['session_enter'] })
  expect(await asked(fresh)).toEqual({ read: 0, both: 1, calls: [] })
})

test('refuses ended sessions and former members despite the cache', async () => {
  await endSessions(t.services.db.global, t.clock.now(), {
    workspace_id: team.workspace_id,
    user_id: ada?.user_id ?? '',
  })
  const queries: Record<string, string>[] = [
    {},
    { search: 'thank' },
    { user_id: ben?.user_id ?? '' },
    { value_id: team.value_id },
    { limit: '0' },
    { cursor: 'nonsense' },
  ]
  for (const query of queries) expect((await read(ada, query)).codes).toEqual(['unauthorized'])
  await become(ben, 'deactivated')
  expect([(await read(ben)).status, (await read(ben, { search: 'thank' })).status]).toEqual([
    401, 401,
  ])
  await become(ben, 'accepted')
  expect((await read(ben)).status).toBe(200)
})

test('refuses an expired session despite the cache', async () => {
  const before = t.clock.now()
  t.clock.set(new Date(before.getTime() + 40 * 86_400_000))
  expect((await read(ada)).codes).toEqual(['unauthorized'])
  t.clock.set(before)
})

test('applies changed permissions at once despite the cache', async () => {
  const secret = await makePost(t, team.admin, [ben as Member], team.value_id, 1, { private: true })
  const sees = async () => (await read(ada)).body.some((post) => post.id === secret)
  const permit = (globalAdministrator: boolean) =>
    t.services.db.tenant(team.workspace_id, (trx) =>
      updatePermissionColumns(trx, team.workspace_id, ada?.user_id ?? '', {
        global_administrator: globalAdministrator,
      }),
    )
  expect(await sees()).toBe(false)
  await permit(true)
  expect(await sees()).toBe(true)
  expect(await sees()).toBe(true)
  await permit(false)
  expect(await sees()).toBe(false)
})

test('hides features that the team disables at once', async () => {
  const id = await makePost(t, team.admin, [ben as Member], team.value_id, 1)
  const may = async () => (await read(ada)).body.find((post) => post.id === id)?.abilities
  expect((await may())?.comment).toBe(true)
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('settings')
      .set({ comments: false })
      .where('workspace_id', '=', team.workspace_id)
      .execute(),
  )
  expect((await may())?.comment).toBe(false)
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('settings')
      .set({ comments: true })
      .where('workspace_id', '=', team.workspace_id)
      .execute(),
  )
  expect((await may())?.comment).toBe(true)
})

test('refuses an invalid request like a regular read', async () => {
  expect((await read(ada, { limit: 0 })).codes).toEqual(['malformed'])
  expect((await read(ada, { cursor: 'nonsense' })).status).toBeGreaterThanOrEqual(400)
})
