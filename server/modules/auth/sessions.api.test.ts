import { expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import {
  makeMember,
  makeTeam,
  markPresent,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { requestSignInCode } from '#tests/support/sign-in-codes.ts'
import { startSession } from '#server/platform/auth/sessions.ts'
import { createImpersonationLink } from './impersonation.ts'
import { describeUserAgent } from './present.ts'

const t = setupTestApp()

const windowsUserAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const startMemberSession = (
  account: Pick<Member, 'account_id' | 'workspace_id' | 'user_id'>,
  client = windowsUserAgent,
) => {
  t.clock.advance(1_000)
  return startSession(t.services.db.global, t.clock.now(), {
    kind: 'session',
    client,
    account_id: account.account_id,
    workspace_id: account.workspace_id,
    user_id: account.user_id,
  })
}

/** Adds the same account to another team. */
async function addToTeam(team: Team, account: Member): Promise<Member> {
  const twin = await makeMember(t, team.workspace_id)
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ account_id: account.account_id, email: account.email })
      .where('workspace_id', '=', team.workspace_id)
      .where('id', '=', twin.user_id)
      .execute(),
  )
  return { ...twin, account_id: account.account_id, email: account.email }
}

test.each([
  [windowsUserAgent, 'Firefox, Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari, macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome, iPhone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge, Windows',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome, Linux',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    'Samsung Internet, Android',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome, ChromeOS',
  ],
  ['curl/8.5.0', ''],
  ['', ''],
  ['<script>alert(1)</script>', ''],
])('%s is presented as %o', (userAgent, name) => {
  expect(describeUserAgent(userAgent)).toBe(name)
})

test('an account lists its sessions of all teams, newest first', async () => {
  const [one, two] = [await makeTeam(t), await makeTeam(t)]
  const here = await makeMember(t, one.workspace_id)
  const there = await addToTeam(two, here)
  await startMemberSession(there, 'curl/8.5.0')
  const current = await startMemberSession(here)
  await startSession(t.services.db.global, t.clock.now(), {
    kind: 'temporary',
    account_id: here.account_id,
  })
  await createImpersonationLink(
    t.services.db,
    one.workspace_id,
    here.email,
    '',
    t.clock.now(),
  ).then((token) => t.call('auth.impersonate', { body: { token } }))
  await startMemberSession(await makeMember(t, one.workspace_id))
  const { body } = await t.call('auth.list_sessions', { token: current })
  const names = Object.fromEntries(
    await Promise.all(
      [one, two].map(
        async ({ workspace_id: workspaceId, admin }) =>
          [
            workspaceId,
            (await t.call('config.get', { token: admin.token })).body.workspace.name,
          ] as const,
      ),
    ),
  )
  expect(
    body.map(({ current: now, client, workspace_name: workspaceName }) => [
      now,
      client,
      workspaceName,
    ]),
  ).toEqual([
    [true, 'Firefox, Windows', names[one.workspace_id]],
    [false, '', names[two.workspace_id]],
    [false, '', names[one.workspace_id]],
  ])
  expect(JSON.stringify(body)).not.toContain('curl')
})

test('ending other sessions keeps the current one and other accounts', async () => {
  const [one, two] = [await makeTeam(t), await makeTeam(t)]
  const here = await makeMember(t, one.workspace_id)
  const others = [
    here.token,
    await startMemberSession(await addToTeam(two, here)),
    await startMemberSession(here),
  ]
  const temporary = await startSession(t.services.db.global, t.clock.now(), {
    kind: 'temporary',
    account_id: here.account_id,
  })
  const current = await startMemberSession(here)
  expect((await t.call('auth.end_sessions', { token: current })).status).toBe(204)
  for (const token of others) expect((await t.call('config.get', { token })).status).toBe(401)
  expect((await t.call('auth.list_workspaces', { token: temporary })).status).toBe(401)
  expect((await t.call('auth.list_sessions', { token: current })).body).toMatchObject([
    { current: true },
  ])
  expect((await t.call('config.get', { token: one.admin.token })).status).toBe(200)
})

test('the session list omits ended sessions and shows at most 100', async () => {
  const [one, two] = [await makeTeam(t), await makeTeam(t)]
  const here = await makeMember(t, one.workspace_id)
  const there = await addToTeam(two, here)
  await startMemberSession(there)
  await t.call('auth.end_session', { token: here.token })
  const current = await startMemberSession(here)
  await t.services.db.tenant(two.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ state: 'deactivated' })
      .where('workspace_id', '=', two.workspace_id)
      .where('id', '=', there.user_id)
      .execute(),
  )
  expect((await t.call('auth.list_sessions', { token: current })).body).toHaveLength(1)
  for (let i = 0; i < 101; i += 1) await startMemberSession(here)
  expect(
    (await t.call('auth.list_sessions', { token: await startMemberSession(here) })).body,
  ).toHaveLength(100)
  t.clock.advance(30 * 86_400_000)
  expect(
    (await t.call('auth.list_sessions', { token: await startMemberSession(here) })).body,
  ).toHaveLength(1)
})

/** Signs in by mailed code like the web. Returns the temporary token and the session it started. */
async function signIn(email: string) {
  const code = await requestSignInCode(t, email)
  return (await t.call('auth.verify_code', { body: code })).body.access_token
}
const enter = (token: string, workspaceId: string) =>
  t.call('auth.create_session', { token, body: { workspace_id: workspaceId } })

test('logout ends the temporary token and all its sessions', async () => {
  t.clock.advance(3_600_001)
  const [one, two] = [await makeTeam(t), await makeTeam(t)]
  const here = await makeMember(t, one.workspace_id)
  await addToTeam(two, here)
  const temporary = await signIn(here.email)
  const first = (await enter(temporary, one.workspace_id)).body.access_token
  const second = (await enter(first, two.workspace_id)).body.access_token
  const again = (await t.call('auth.create_temporary', { token: second })).body.access_token
  expect((await t.call('auth.end_session', { token: second })).status).toBe(204)
  for (const token of [temporary, again])
    expect((await enter(token, one.workspace_id)).status).toBe(401)
  for (const token of [first, second])
    expect((await t.call('config.get', { token })).status).toBe(401)
  // Another sign-in of the same account stays valid.
  expect((await t.call('config.get', { token: here.token })).status).toBe(200)
})

test('a temporary token starts one session for each team', async () => {
  t.clock.advance(3_600_001)
  const [one, two] = [await makeTeam(t), await makeTeam(t)]
  const here = await makeMember(t, one.workspace_id)
  await addToTeam(two, here)
  const temporary = await signIn(here.email)
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => enter(temporary, one.workspace_id)),
  )
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
    200, 401, 401, 401, 401,
  ])
  // The temporary token still lists and creates teams, and its session lists all teams.
  expect((await enter(temporary, two.workspace_id)).status).toBe(200)
  expect(
    (await t.call('auth.create_workspace', { token: temporary, body: { name: 'Third' } })).status,
  ).toBe(200)
  const session = answers.find((answer) => answer.status === 200)?.body.access_token ?? ''
  expect((await enter(session, one.workspace_id)).status).toBe(200)
})

test('a session started during logout does not survive', async () => {
  t.clock.advance(3_600_001)
  const one = await makeTeam(t)
  const here = await makeMember(t, one.workspace_id)
  const temporary = await signIn(here.email)
  const session = (await enter(temporary, one.workspace_id)).body.access_token
  const started = await Promise.all([
    ...Array.from({ length: 12 }, () => enter(session, one.workspace_id)),
    t.call('auth.end_session', { token: session }),
  ])
  for (const { body } of started) {
    const token = (body as { access_token?: string } | undefined)?.access_token
    if (token) expect((await t.call('config.get', { token })).status).toBe(401)
  }
})

test('ending other sessions ends access tokens only on request', async () => {
  const [one, two] = [await makeTeam(t), await makeTeam(t)]
  const here = await makeMember(t, one.workspace_id)
  const there = await addToTeam(two, here)
  const script = async (account: Member) => {
    const token = await startMemberSession(account)
    await markPresent(t, { token })
    return (
      await t.call('tokens.create', {
        token,
        body: {
          name: 'Script',
          scopes: ['posts:read'],
          expires_on: t.clock.now().toISOString().slice(0, 10),
        },
      })
    ).body
  }
  const made = [await script(here), await script(there)]
  const works = (tokens: { token: string }[]) =>
    Promise.all(tokens.map(async ({ token }) => (await t.call('posts.list', { token })).status))
  const current = await startMemberSession(here)
  expect((await t.call('auth.end_sessions', { token: current })).status).toBe(204)
  expect(await works(made)).toEqual([200, 200])
  expect(
    (await t.call('auth.end_sessions', { token: current, query: { tokens: 'end' } })).status,
  ).toBe(204)
  expect(await works(made)).toEqual([401, 401])
  expect((await t.call('config.get', { token: current })).status).toBe(200)
  for (const [team, token] of [
    [one, made[0]],
    [two, made[1]],
  ] as const) {
    const { body } = await t.call('workspace.audit', { token: team.admin.token })
    expect(body.items[0]).toMatchObject({
      action: 'token.revoke',
      details: { token_id: token?.id },
    })
  }
})
