import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { hourMs, minuteMs, secondMs } from '#contract/durations.ts'
import { movableClock } from '#server/platform/clock.ts'
import { startTeamsServer, type TeamsServer } from '#tests/contracts/teams-server.ts'
import type { ConnectorFault } from '#tests/contracts/teams/connector.ts'
import type { Conversation, TeamsPerson } from '#tests/contracts/teams/directory.ts'
import type { LoginFault } from '#tests/contracts/teams/identity.ts'
import { createTeamsClient, type TeamsClient, type TeamsConnection } from './teams-client.ts'

/** Calls of the Connector, over HTTP with a local stand-in of Teams. */
const clock = movableClock(new Date('2026-06-15T12:00:00Z'))
let teams: TeamsServer
let client: TeamsClient
let connection: TeamsConnection
let ana: TeamsPerson
let chat: Conversation

const createClient = (
  serviceHosts: string[] = [],
  allowLoopbackTargets = true,
  timeoutMs = 8_000,
) =>
  createTeamsClient(
    { loginUrl: teams.env['TEAMS_LOGIN_URL'] ?? '', serviceHosts, allowLoopbackTargets, timeoutMs },
    clock,
  )
beforeAll(async () => {
  teams = await startTeamsServer({ now: () => clock.now() })
})
afterAll(() => teams?.stop())
beforeEach(() => {
  clock.advance(secondMs)
  client = createClient()
  connection = { ...teams.app, serviceUrl: teams.serviceUrl }
  ana = teams.directory.addPerson({ name: 'Ana' })
  chat = teams.directory.openPersonalChat(ana)
})
afterEach(() => {
  if (teams.violations.length) throw new Error(teams.violations.splice(0).join('\n'))
})
const hello = { type: 'message', text: 'Hello', textFormat: 'plain' } as const

test('sends, updates and deletes an activity', async () => {
  const sent = await client.sendActivity(connection, chat.id, hello)
  if (!sent.ok) throw new Error(sent.error)
  expect(
    await client.updateActivity(connection, chat.id, sent.id, { ...hello, text: 'Changed' }),
  ).toEqual({ ok: true })
  expect(chat.activities.get(sent.id)).toMatchObject({
    body: { text: 'Changed' },
    revisions: 1,
    deleted: false,
  })
  expect(await client.deleteActivity(connection, chat.id, sent.id)).toEqual({ ok: true })
  expect(chat.activities.get(sent.id)?.deleted).toBe(true)
  expect(await client.deleteActivity(connection, chat.id, sent.id)).toEqual({
    ok: false,
    kind: 'not_found',
    status: 404,
    error: 'ActivityNotFoundInConversation',
  })
})

test('opens the same chat with a member for each call', async () => {
  const [first, second] = [
    await client.createConversation(connection, ana.id),
    await client.createConversation(connection, ana.id),
  ]
  expect([first, second]).toEqual([
    { ok: true, id: chat.id },
    { ok: true, id: chat.id },
  ])
})

test('finds members with their address, tenant and role', async () => {
  const guest = teams.directory.addPerson({ userRole: 'guest', tenantId: 'another-tenant' })
  const team = teams.directory.addTeam('Product', ['Launch'], [ana, guest])
  const { id, name, email, userPrincipalName, aadObjectId, tenantId } = ana
  expect(await client.findMember(connection, team.id, ana.id)).toEqual({
    ok: true,
    member: { id, name, email, userPrincipalName, aadObjectId, tenantId, userRole: 'user' },
  })
  expect(await client.findMember(connection, team.id, guest.aadObjectId)).toMatchObject({
    member: { userRole: 'guest', tenantId: 'another-tenant' },
  })
  expect(await client.findMember(connection, team.id, '29:unknown')).toMatchObject({
    kind: 'not_found',
    error: 'MemberNotFoundInConversation',
  })
})

test('lists the channels of a team, the general one without a name', async () => {
  const team = teams.directory.addTeam('Product', ['Launch'], [ana])
  expect(await client.listChannels(connection, team.id)).toEqual({
    ok: true,
    channels: [
      { id: team.id, name: null },
      { id: expect.any(String), name: 'Launch' },
    ],
  })
})

test('shares a token between concurrent calls and keeps it for 55 minutes', async () => {
  const before = teams.login.requests()
  const find = () => client.findMember(connection, chat.id, ana.id)
  const found = await Promise.all([find(), find(), find()])
  expect(found.every(({ ok }) => ok)).toBe(true)
  clock.advance(55 * minuteMs - 1)
  await find()
  expect(teams.login.requests() - before).toBe(1)
  clock.advance(1)
  await find()
  expect(teams.login.requests() - before).toBe(2)
})

test('never uses the token of the right secret for a wrong one', async () => {
  expect((await client.findMember(connection, chat.id, ana.id)).ok).toBe(true)
  const wrong = { ...connection, secret: 'wrong' }
  expect(await client.findMember(wrong, chat.id, ana.id)).toEqual({
    ok: false,
    kind: 'unauthorized',
    status: 401,
    error: 'invalid_client',
  })
})

test('requests a new token after the Connector refused one', async () => {
  await client.findMember(connection, chat.id, ana.id)
  teams.login.revokeTokens()
  expect(await client.findMember(connection, chat.id, ana.id)).toMatchObject({
    kind: 'unauthorized',
    status: 401,
    error: 'status_401',
  })
  expect((await client.findMember(connection, chat.id, ana.id)).ok).toBe(true)
})

test('names the credential that the login refuses', async () => {
  const problemOf = async (change: Partial<TeamsConnection>) => {
    const result = await client.requestToken({ ...connection, ...change })
    return result.ok ? null : result.problem
  }
  expect(await problemOf({})).toBeNull()
  expect(await problemOf({ secret: 'wrong' })).toBe('secret')
  expect(await problemOf({ appId: 'unknown' })).toBe('app_id')
  expect(await problemOf({ tenantId: 'unknown' })).toBe('tenant')
  for (const tenantId of ['', '.', '..', '\ud800'])
    expect(await problemOf({ tenantId })).toBe('tenant')
  teams.login.faults.push('secret_expired')
  expect(await problemOf({})).toBe('secret_expired')
})

test.each<[LoginFault, object]>([
  ['down', { kind: 'retryable', status: 503, problem: 'other' }],
  ['busy', { kind: 'retryable', status: 429, retry_after_s: 7, problem: 'other' }],
  ['garbled', { kind: 'refused', status: 200, problem: 'other' }],
])('reports a login that is %s', async (fault, expected) => {
  teams.login.faults.push(fault)
  expect(await client.requestToken(connection)).toMatchObject({ ok: false, ...expected })
})

test.each<[ConnectorFault, object]>([
  ['busy', { kind: 'retryable', status: 429, error: 'TooManyRequests', retry_after_s: 3 }],
  ['precondition', { kind: 'retryable', status: 412, error: 'PreconditionFailed' }],
  ['bad_gateway', { kind: 'retryable', status: 502, error: 'BadGateway' }],
  ['down', { kind: 'retryable', status: 500, error: 'ServiceError' }],
  ['not_in_roster', { kind: 'forbidden', status: 403, error: 'BotNotInConversationRoster' }],
  ['forbidden_operation', { kind: 'forbidden', status: 403, error: 'ForbiddenOperationException' }],
  ['not_found', { kind: 'not_found', status: 404, error: 'ConversationNotFound' }],
  ['unauthorized', { kind: 'unauthorized', status: 401, error: 'status_401' }],
  ['garbled', { kind: 'refused', status: 200, error: 'unexpected_body' }],
  ['huge', { kind: 'retryable', status: null, error: 'too_large' }],
  ['moved', { kind: 'refused', status: 307, error: 'status_307' }],
])('reports the answer %s', async (fault, expected) => {
  teams.faults.push(fault)
  expect(await client.sendActivity(connection, chat.id, hello)).toEqual({ ok: false, ...expected })
  expect(chat.activities.size).toBe(0)
})

test('gives up on a silent Connector and a silent login', async () => {
  const impatient = createClient([], true, 200)
  teams.login.faults.push('silent')
  expect(await impatient.requestToken(connection)).toMatchObject({ error: 'timeout' })
  teams.faults.push('silent')
  expect(await impatient.sendActivity(connection, chat.id, hello)).toEqual({
    ok: false,
    kind: 'retryable',
    status: null,
    error: 'timeout',
  })
})

test('reports a Connector that does not listen', async () => {
  const serviceUrl = 'http://127.0.0.1:1/'
  expect(await client.sendActivity({ ...connection, serviceUrl }, chat.id, hello)).toMatchObject({
    kind: 'retryable',
    error: 'connection',
  })
})

test.each(['', '.', '..', '\ud800', 'x'.repeat(1_001)])('refuses the id %o', async (id) => {
  const before = teams.count('GET', /./)
  expect(await client.findMember(connection, id, ana.id)).toEqual({
    ok: false,
    kind: 'address',
    status: null,
    error: 'id',
  })
  expect(await client.findMember(connection, chat.id, id)).toMatchObject({ error: 'id' })
  expect(teams.count('GET', /./) - before).toBe(0)
})

test('encodes ids, so that they stay one segment of the path', async () => {
  for (const id of ['../teams/x', 'a/b?c#d', '19:x@thread.tacv2;messageid=1'])
    expect(await client.findMember(connection, id, ana.id)).toMatchObject({
      error: 'ConversationNotFound',
    })
})

test.each([
  'https://smba.trafficmanager.net',
  'https://smba.trafficmanager.net/emea/2f5a/',
  'https://SMBA.trafficmanager.net:443/amer/',
  'https://europe.botframework.com/',
  // A backslash is a slash, so that the rest is a path of this host.
  'https://smba.trafficmanager.net\\@evil.example/',
])('allows the address %s', (serviceUrl) => {
  expect(createClient([], false).isServiceUrlAllowed(serviceUrl)).toBe(true)
})

const hostileAddresses = [
  'https://smba.trafficmanager.net.evil.example/',
  'https://evil.example/smba.trafficmanager.net/',
  'https://evil.example#smba.trafficmanager.net',
  'https://smba.trafficmanager.net@evil.example/',
  'https://user@smba.trafficmanager.net/',
  'https://user:password@smba.trafficmanager.net/',
  'https://smba.trafficmanager.net:8443/',
  'https://smba.trafficmanager.net:80/',
  'http://smba.trafficmanager.net/',
  'https://smba.trafficmanager.net./',
  'https://smba.trafficmanager.net/?x=1',
  'https://smba.trafficmanager.net/#x',
  'https://other.trafficmanager.net/',
  'https://xsmba.trafficmanager.net/',
  'https://botframework.com/',
  'https://evilbotframework.com/',
  'https://x.botframework.com.evil.example/',
  'https://smba.infra.gov.teams.microsoft.us/',
  'https://169.254.169.254/',
  'http://127.0.0.1/',
  'http://localhost:3000/',
  'http://[::1]/',
  'ftp://smba.trafficmanager.net/',
  'smba.trafficmanager.net',
  `https://smba.trafficmanager.net/${'x'.repeat(1_000)}`,
  '',
]
test.each(hostileAddresses)('sends no token to %s', async (serviceUrl) => {
  const strict = createClient([], false)
  const before = teams.login.requests()
  expect(strict.isServiceUrlAllowed(serviceUrl)).toBe(false)
  expect(await strict.sendActivity({ ...connection, serviceUrl }, chat.id, hello)).toEqual({
    ok: false,
    kind: 'address',
    status: null,
    error: 'service_url',
  })
  expect(teams.login.requests() - before).toBe(0)
})

test('allows exactly the further hosts of a government cloud', () => {
  const government = createClient(['smba.infra.gov.teams.microsoft.us'], false)
  const isAllowed = (host: string) => government.isServiceUrlAllowed(`https://${host}/teams/`)
  expect(isAllowed('smba.infra.gov.teams.microsoft.us')).toBe(true)
  expect(isAllowed('x.smba.infra.gov.teams.microsoft.us')).toBe(false)
  expect(isAllowed('gov.teams.microsoft.us')).toBe(false)
})

test('allows this machine only for tests', () => {
  for (const url of ['http://127.0.0.1:3978/', 'http://localhost/', 'https://[::1]:1/'])
    expect([
      createClient().isServiceUrlAllowed(url),
      createClient([], false).isServiceUrlAllowed(url),
    ]).toEqual([true, false])
  expect(createClient().isServiceUrlAllowed('http://127.0.0.1.evil.example/')).toBe(false)
  expect(createClient().isServiceUrlAllowed('http://smba.trafficmanager.net/')).toBe(false)
})

test('keeps tokens and secrets out of its failures', async () => {
  clock.advance(hourMs)
  teams.login.faults.push('down')
  const failures = [
    await client.requestToken({ ...connection, secret: 'the-wrong-secret' }),
    await client.sendActivity({ ...connection, secret: 'the-wrong-secret' }, chat.id, hello),
  ]
  teams.faults.push('unauthorized')
  failures.push(await client.sendActivity(connection, chat.id, hello))
  expect(JSON.stringify(failures)).not.toMatch(/the-wrong-secret|app-token|secret~|Bearer/)
})
