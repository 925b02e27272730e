import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMember, makeTeam, markPresent, type Team } from '#tests/support/factories.ts'
import { makeOidcConnection } from '#tests/support/make-sso-connection.ts'
import { type OidcServer, startOidcServer } from '#tests/support/oidc-server.ts'
import { callApiAt, runConcurrently, setupTwoServers } from '#tests/support/processes.ts'
import { codeOf, openTab, startSsoSignIn, type Tab } from '#tests/support/sso-sign-in.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

/** Sign-ins through a company, raced over two server processes on one database. */
const t = setupTestApp(() => ({ at: new Date() }))
const ports = setupTwoServers(() => t.ownerUrl)
let provider: OidcServer
let team: Team
let target: { workspace_id: string; connection_id: string }
const domain = 'races.example'

beforeAll(async () => {
  provider = await startOidcServer(() => new Date())
  team = await makeTeam(t)
  const { sso_connection: id } = await makeOidcConnection(t, team, provider, {
    domain,
    join_policy: 'everyone',
  })
  target = { workspace_id: team.workspace_id, connection_id: id }
})
afterAll(() => provider.stop())

/** Opens the address of an answer at one of the processes. Returns the fragment of the next page. */
async function openAt(n: number, answer: string): Promise<string> {
  const { pathname, search } = new URL(answer)
  const response = await fetch(`http://127.0.0.1:${ports[n % 2]}${pathname}${search}`, {
    redirect: 'manual',
  })
  return new URL(response.headers.get('location') ?? '').hash.slice(1)
}
const exchangeAt = (n: number, fragment: string, tab: Tab) =>
  callApiAt<{ access_token: string }>(ports[n % 2], 'POST', '/auth/sso/exchange', null, {
    code: codeOf(fragment),
    verifier: tab.verifier,
  })
async function signInAt(n: number, person: { sub: string; email: string }) {
  const tab = openTab()
  const url = await startSsoSignIn(t, target, tab)
  const answer = provider.signIn(url, { ...person, email_verified: true })
  return exchangeAt(n, await openAt(n, answer), tab)
}
const countMembers = async (email: string) =>
  (
    await t.services.db.tenant(team.workspace_id, (trx) =>
      trx.selectFrom('users').select('id').where('email', '=', email).execute(),
    )
  ).length

test('an answer that arrives 20 times at once is accepted once', async () => {
  const answer = provider.signIn(await startSsoSignIn(t, target, openTab()), {
    sub: 'ana',
    email: `ana@${domain}`,
    email_verified: true,
  })
  const fragments = await runConcurrently(20, (n) => openAt(n, answer))
  expect(fragments.filter((fragment) => fragment.startsWith('code='))).toHaveLength(1)
  expect(fragments.filter((fragment) => fragment === 'expired')).toHaveLength(19)
})

test('a code that is exchanged 20 times at once makes one session', async () => {
  const tab = openTab()
  const email = `ben@${domain}`
  const answer = provider.signIn(await startSsoSignIn(t, target, tab), {
    sub: 'ben',
    email,
    email_verified: true,
  })
  const fragment = await openAt(0, answer)
  const replies = await runConcurrently(20, (n) => exchangeAt(n, fragment, tab))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.flatMap(({ codes }) => codes)).toEqual(
    Array.from({ length: 19 }, () => 'sso_expired'),
  )
  expect(await countMembers(email)).toBe(1)
})

test('20 first sign-ins of one person at once make one member', async () => {
  const email = `cleo@${domain}`
  const replies = await runConcurrently(20, (n) => signInAt(n, { sub: 'cleo', email }))
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  expect(await countMembers(email)).toBe(1)
})

test('of two accounts with one address at once, one is linked', async () => {
  for (let round = 0; round < 5; round += 1) {
    const email = `dan${round}@${domain}`
    await makeMember(t, team.workspace_id, { email })
    const replies = await runConcurrently(6, (n) =>
      signInAt(n, { sub: `dan ${round} ${n % 3}`, email }),
    )
    const linked = replies.filter(({ status }) => status === 200)
    expect(linked).toHaveLength(2)
    expect(new Set(replies.flatMap(({ codes }) => codes))).toEqual(new Set(['sso_identity_taken']))
  }
})

test('no session outlives the link of a person disconnected at its start', async () => {
  await markPresent(t, team.admin)
  const email = `eva@${domain}`
  const { user_id: userId } = await makeMember(t, team.workspace_id, { email })
  const path = `/sso/connections/${target.connection_id}/people/${userId}`
  const sessionsWithoutLink = () =>
    t.services.db.tenant(team.workspace_id, async (trx) => {
      const link = await trx
        .selectFrom('sso_identities')
        .select('user_id')
        .where('workspace_id', '=', team.workspace_id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      if (link) return []
      return trx
        .selectFrom('sessions')
        .select('id')
        .where('workspace_id', '=', team.workspace_id)
        .where('user_id', '=', userId)
        .where('sso_connection_id', '=', target.connection_id)
        .where('revoked_at', 'is', null)
        .execute()
    })
  for (let round = 0; round < 20; round += 1) {
    await signInAt(round, { sub: 'eva', email })
    const tab = openTab()
    const answer = provider.signIn(await startSsoSignIn(t, target, tab), {
      sub: 'eva',
      email,
      email_verified: true,
    })
    const fragment = await openAt(round, answer)
    const replies = await runConcurrently(2, (n) =>
      n ? callApiAt(ports[1], 'DELETE', path, team.admin.token) : exchangeAt(0, fragment, tab),
    )
    expect(replies.filter(({ status }) => ![200, 401].includes(status))).toEqual([])
    expect(await sessionsWithoutLink()).toEqual([])
  }
})

test('no session outlives a connection deleted at its start', async () => {
  await markPresent(t, team.admin)
  for (let round = 0; round < 12; round += 1) {
    const roundDomain = `deleted${round}.example`
    const { sso_connection: id } = await makeOidcConnection(t, team, provider, {
      domain: roundDomain,
      join_policy: 'everyone',
    })
    const tab = openTab()
    const start = { workspace_id: team.workspace_id, connection_id: id }
    const answer = provider.signIn(await startSsoSignIn(t, start, tab), {
      sub: 'fay',
      email: `fay@${roundDomain}`,
      email_verified: true,
    })
    const fragment = await openAt(round, answer)
    const path = `/sso/connections/${id}`
    const replies = await runConcurrently(2, (n) =>
      n ? callApiAt(ports[1], 'DELETE', path, team.admin.token) : exchangeAt(0, fragment, tab),
    )
    expect(replies.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    const alive = await t.services.db.tenant(team.workspace_id, (trx) =>
      trx
        .selectFrom('sessions')
        .select('id')
        .where('workspace_id', '=', team.workspace_id)
        .where('sso_connection_id', '=', id)
        .where('revoked_at', 'is', null)
        .execute(),
    )
    expect(alive).toEqual([])
  }
})
