import { expect, test } from 'vitest'
import { testApp } from '#server/test/app.ts'
import { makeMember, makeTeam, type Member, type Team } from '#server/test/factories.ts'
import { startSession } from '#server/platform/sessions.ts'
import { createImpersonationLink } from './impersonation.ts'
import { clientName } from './present.ts'

const t = testApp()

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const signedIn = (who: Pick<Member, 'account_id' | 'workspace_id' | 'user_id'>, client = windows) => {
  t.clock.advance(1_000)
  return startSession(t.services.db.global, t.clock.now(), { kind: 'session', client, account_id: who.account_id, workspace_id: who.workspace_id, user_id: who.user_id })
}
/** The same account in another team. */
async function alsoIn(team: Team, who: Member): Promise<Member> {
  const twin = await makeMember(t, team.workspace_id)
  await t.services.db.tenant(team.workspace_id, (trx) => trx.updateTable('users').set({ account_id: who.account_id, email: who.email }).where('workspace_id', '=', team.workspace_id).where('id', '=', twin.user_id).execute())
  return { ...twin, account_id: who.account_id, email: who.email }
}

test.each([
  [windows, 'Firefox, Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15', 'Safari, macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1', 'Safari, iPhone'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1', 'Chrome, iPhone'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0', 'Edge, Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36', 'Chrome, Linux'],
  ['Mozilla/5.0 (Linux; Android 15; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36', 'Samsung Internet, Android'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36', 'Chrome, ChromeOS'],
  ['curl/8.5.0', ''], ['', ''], ['<script>alert(1)</script>', ''],
])('%s is %o', (user_agent, name) => {
  expect(clientName(user_agent)).toBe(name)
})

test('an account sees its sessions in all its teams, newest first, the current one marked, and nobody else’s', async () => {
  const [one, two] = [await makeTeam(t), await makeTeam(t)]
  const here = await makeMember(t, one.workspace_id)
  const there = await alsoIn(two, here)
  await signedIn(there, 'curl/8.5.0')
  const current = await signedIn(here)
  await startSession(t.services.db.global, t.clock.now(), { kind: 'temporary', account_id: here.account_id })
  await createImpersonationLink(t.services.db, one.workspace_id, here.email, '', t.clock.now()).then((token) => t.call('auth.impersonate', { body: { token } }))
  await signedIn(await makeMember(t, one.workspace_id))
  const { body } = await t.call('auth.list_sessions', { token: current })
  const names = Object.fromEntries(await Promise.all([one, two].map(async ({ workspace_id, admin }) => [workspace_id, (await t.call('config.get', { token: admin.token })).body.workspace.name] as const)))
  expect(body.map(({ current: now, client, workspace_name }) => [now, client, workspace_name])).toEqual([
    [true, 'Firefox, Windows', names[one.workspace_id]], [false, '', names[two.workspace_id]], [false, '', names[one.workspace_id]],
  ])
  expect(JSON.stringify(body)).not.toContain('curl')
})

test('signing out everywhere else ends the sessions of all teams but this one, and nobody else’s', async () => {
  const [one, two] = [await makeTeam(t), await makeTeam(t)]
  const here = await makeMember(t, one.workspace_id)
  const others = [here.token, await signedIn(await alsoIn(two, here)), await signedIn(here)]
  const temporary = await startSession(t.services.db.global, t.clock.now(), { kind: 'temporary', account_id: here.account_id })
  const current = await signedIn(here)
  expect((await t.call('auth.end_sessions', { token: current })).status).toBe(204)
  for (const token of others) expect((await t.call('config.get', { token })).status).toBe(401)
  expect((await t.call('auth.list_workspaces', { token: temporary })).status).toBe(401)
  expect((await t.call('auth.list_sessions', { token: current })).body).toMatchObject([{ current: true }])
  expect((await t.call('config.get', { token: one.admin.token })).status).toBe(200)
})

test('sessions that have ended, and those of a team one has left, are not shown; a hundred at most are', async () => {
  const [one, two] = [await makeTeam(t), await makeTeam(t)]
  const here = await makeMember(t, one.workspace_id)
  const there = await alsoIn(two, here)
  await signedIn(there)
  await t.call('auth.end_session', { token: here.token })
  const current = await signedIn(here)
  await t.services.db.tenant(two.workspace_id, (trx) => trx.updateTable('users').set({ state: 'deactivated' }).where('workspace_id', '=', two.workspace_id).where('id', '=', there.user_id).execute())
  expect((await t.call('auth.list_sessions', { token: current })).body).toHaveLength(1)
  for (let i = 0; i < 101; i += 1) await signedIn(here)
  expect((await t.call('auth.list_sessions', { token: await signedIn(here) })).body).toHaveLength(100)
  t.clock.advance(30 * 86_400_000)
  expect((await t.call('auth.list_sessions', { token: await signedIn(here) })).body).toHaveLength(1)
})
