import { generateKeyPairSync } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { connectTeams } from '#tests/support/chat.ts'
import { makeTeam } from '#tests/support/factories.ts'
import { cardsIn, type Colleague, setupTeamsChat, textsOf } from '#tests/support/teams-chat.ts'

/** Which requests the bot accepts. */
const lines: string[] = []
const chat = setupTeamsChat({
  app: {
    env: { LOG_LEVEL: 'debug' },
    log: { write: (line: string) => void lines.push(line) },
  },
})
let ana: Colleague
beforeAll(async () => {
  ana = await chat.addColleague('Ana')
})
const message = (text = 'balance') =>
  chat.teams.activities.buildMessage({ from: ana.person, conversation: ana.chat, text })
const dialog = () =>
  chat.teams.activities.buildFetchTask({
    from: ana.person,
    conversation: ana.chat,
    context: 'compose',
  })
const securityLines = () =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event === 'refused')

test('answers 401 without a token of Microsoft, with a line in the security log', async () => {
  const before = cardsIn(ana.chat).length
  const activity = message()
  lines.length = 0
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const replies = [
    await chat.send(activity, { authorization: null }),
    await chat.send(activity, { authorization: 'Bearer x' }),
    await chat.send(activity, { authorization: `Basic ${'x'.repeat(20_000)}` }),
    await chat.send(activity, { overrides: { claims: { aud: 'another-app' } } }),
    await chat.send(activity, { overrides: { claims: { iss: 'https://evil.example' } } }),
    await chat.send(activity, { overrides: { claims: { exp: 1 } } }),
    await chat.send(activity, { overrides: { key: privateKey } }),
    await chat.send(activity, { overrides: { key: 'none', header: { alg: 'none' } } }),
  ]
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 401))
  expect(cardsIn(ana.chat)).toHaveLength(before)
  expect(securityLines()[0]).toMatchObject({
    refusal: 'unauthorized',
    status: 401,
    workspace: chat.team.workspace_id,
    route: '/chat/teams/:workspace/messages',
  })
  expect(lines.join()).not.toContain(ana.person.aadObjectId)
  expect(lines.join()).not.toMatch(/Bearer|eyJ/)
})

test('answers an unknown workspace, one without an app and another app like a wrong token', async () => {
  const other = await makeTeam(chat.t)
  const bare = await makeTeam(chat.t)
  const foreign = await makeTeam(chat.t)
  await connectTeams(chat.t, bare, chat.teams, { app_id: null, state: 'setup' })
  await connectTeams(chat.t, foreign, chat.teams, { app_id: 'another-app' })
  const wrong = await chat.send(message(), { authorization: null })
  for (const workspaceId of [
    other.workspace_id,
    bare.workspace_id,
    foreign.workspace_id,
    '00000000-0000-4000-8000-000000000000',
    'x',
  ]) {
    const reply = await chat.send(message(), { workspaceId })
    expect([reply.status, reply.body]).toEqual([401, wrong.body])
  }
})

test('answers 403 for another tenant, in each place that names it', async () => {
  const activity = dialog()
  const channelData = activity['channelData'] as object
  const conversation = activity['conversation'] as object
  const tenant = { id: '00000000-0000-4000-8000-00000000beef' }
  lines.length = 0
  for (const foreign of [
    { ...activity, channelData: { ...channelData, tenant } },
    { ...activity, conversation: { ...conversation, tenantId: tenant.id } },
    { ...activity, channelData: {}, conversation: { id: ana.chat.id } },
  ])
    expect((await chat.send(foreign)).status).toBe(403)
  expect(securityLines()).toHaveLength(3)
})

test('answers 403 for a Connector on another host, even if its token is valid', async () => {
  for (const serviceUrl of ['https://evil.example/', 'http://smba.trafficmanager.net/emea/'])
    expect((await chat.send({ ...message(), serviceUrl })).status).toBe(403)
})

test('answers 401 when the body names another Connector than the token', async () => {
  const activity = message()
  const body = JSON.stringify({ ...activity, serviceUrl: 'https://evil.example/' })
  expect((await chat.send(activity, { body })).status).toBe(401)
})

test.each([
  ['no JSON', 'x'],
  ['a list', '[]'],
  ['no ids', '{"type":"message","serviceUrl":"https://smba.trafficmanager.net/"}'],
  ['an id with spaces', JSON.stringify({ type: 'message', id: 'a b' })],
])('answers 400 to %s', async (_, body) => {
  expect((await chat.send(message(), { body })).status).toBe(400)
})

test('answers 413 to an oversize body', async () => {
  const body = JSON.stringify({ ...message(), text: 'x'.repeat(limits.body_bytes_max) })
  expect((await chat.send(message(), { body })).status).toBe(413)
})

test('accepts NUL and lone surrogates in names and texts', async () => {
  const activity = dialog()
  const from = { ...(activity['from'] as object), name: 'A\u0000na\ud800' }
  expect((await chat.send({ ...activity, from })).status).toBe(200)
  expect((await chat.send({ ...message('\u0000\ud800'), from })).status).toBe(200)
})

test('answers an unknown invoke with 501, and accepts other activities', async () => {
  const activity = dialog()
  expect((await chat.send({ ...activity, name: 'task/fetch' })).status).toBe(501)
  const value = { ...(activity['value'] as object), commandId: 'other' }
  expect((await chat.send({ ...activity, value })).status).toBe(501)
  expect((await chat.send({ ...activity, type: 'typing' })).status).toBe(200)
})

test('records the day of the last verified request', async () => {
  await chat.send(message())
  const [row] = await chat.t.services.db.tenant(chat.team.workspace_id, (trx) =>
    trx
      .selectFrom('chat_connections')
      .select('seen_at')
      .where('workspace_id', '=', chat.team.workspace_id)
      .execute(),
  )
  const passedMs = chat.t.clock.now().getTime() - (row?.seen_at?.getTime() ?? 0)
  expect(passedMs).toBeLessThan(24 * hourMs)
})

test.each(['setup', 'disconnected'] as const)(
  'says that the app is not connected (%s)',
  async (state) => {
    const setState = (to: string) =>
      chat.t.services.db.tenant(chat.team.workspace_id, (trx) =>
        trx
          .updateTable('chat_connections')
          .set({ state: to as 'setup' })
          .where('workspace_id', '=', chat.team.workspace_id)
          .execute(),
      )
    await setState(state)
    const text =
      'Laurel isn’t connected to Teams at the moment. Please ask an administrator of your team.'
    expect((await chat.send(dialog())).text).toBe(text)
    expect((await chat.send(message())).status).toBe(200)
    expect(textsOf(cardsIn(ana.chat).at(-1))).toEqual([text])
    const action = { replyToId: '1', verb: 'like', data: { post_id: 'x' } }
    const place = { from: ana.person, conversation: ana.chat }
    const pressed = await chat.send(chat.teams.activities.buildCardAction({ ...place, ...action }))
    expect(pressed).toMatchObject({ status: 200, text })
    await setState('connected')
  },
)

test('answers 503 while the keys of Microsoft cannot be fetched', async () => {
  chat.teams.keys.outage.value = 'down'
  chat.t.clock.advance(25 * hourMs)
  for (const activity of [message(), dialog()]) {
    const { status } = await chat.send(activity)
    expect(status).toBe(503)
  }
  chat.teams.keys.outage.value = null
  chat.t.clock.advance(10_000)
  expect((await chat.send(dialog())).status).toBe(200)
})
