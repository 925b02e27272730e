import { expect, test } from 'vitest'
import { minuteMs } from '#contract/durations.ts'
import { connectSlack } from '#tests/support/chat.ts'
import { makeTeam } from '#tests/support/factories.ts'
import { setupSlackTeam } from '#tests/support/slack.ts'

const lines: string[] = []
const s = setupSlackTeam({
  env: { LOG_LEVEL: 'debug' },
  log: { write: (line) => void lines.push(line) },
})

const commandOf = () => s.slack.payloads.command({ id: s.ana.slack_id }, 'balance')
const findConnection = () =>
  s.t.services.db.tenant(s.team.workspace_id, (trx) =>
    trx
      .selectFrom('chat_connections')
      .where('workspace_id', '=', s.team.workspace_id)
      .selectAll()
      .executeTakeFirstOrThrow(),
  )
const restore = () =>
  s.t.services.db.tenant(s.team.workspace_id, (trx) =>
    trx
      .updateTable('chat_connections')
      .set({ state: 'connected', state_reason: null })
      .where('workspace_id', '=', s.team.workspace_id)
      .execute(),
  )

test('refuses changed, unsigned, old and future requests alike, with a line in the log', async () => {
  const good = commandOf()
  const sign = (ms: number) => s.slack.sign(good.payload, new Date(s.t.clock.now().getTime() + ms))
  const other = await makeTeam(s.t)
  lines.length = 0
  const answers = [
    await s.send('commands', { ...good, payload: `${good.payload}&x=1` }),
    await s.send('commands', { ...good, headers: { 'content-type': 'text/plain' } }),
    await s.send('commands', { ...good, headers: sign(-6 * minuteMs) }),
    await s.send('commands', { ...good, headers: sign(6 * minuteMs) }),
    await s.send('commands', good, { headers: { 'x-slack-signature': `v0=${'0'.repeat(64)}` } }),
    await s.send('commands', good, { owner: crypto.randomUUID() }),
    await s.send('commands', good, { owner: 'x' }),
    await s.send('commands', good, { owner: other.workspace_id }),
    // There is no app of the operator.
    await s.send('commands', good, { owner: 'app' }),
  ]
  for (const answer of answers) {
    expect([answer.statusCode, answer.json()]).toEqual([401, answers[0]?.json()])
  }
  expect(lines.filter((line) => line.includes('"event":"refused"')).length).toBe(answers.length)
  for (const secret of [s.slack.signingSecret, s.slack.botToken, 'response_url', s.ana.slack_id])
    expect(lines.join('\n')).not.toContain(secret)
})

test('accepts a repeated request, which reads only', async () => {
  const good = commandOf()
  const headers = { 'x-slack-retry-num': '1' }
  expect((await s.send('commands', good)).statusCode).toBe(200)
  expect((await s.send('commands', good, { headers })).statusCode).toBe(200)
  expect((await findConnection()).seen_at).toEqual(s.t.clock.now())
})

test('records the first request of a day and of a connection', async () => {
  const seenAt = async () => {
    await s.send('commands', commandOf())
    return (await findConnection()).seen_at?.getTime()
  }
  const first = await seenAt()
  s.t.clock.advance(60 * minuteMs)
  expect(await seenAt()).toBe(first)
  await s.t.services.db.tenant(s.team.workspace_id, (trx) =>
    trx
      .updateTable('chat_connections')
      .set({ connected_at: s.t.clock.now() })
      .where('workspace_id', '=', s.team.workspace_id)
      .execute(),
  )
  expect(await seenAt()).toBe(s.t.clock.now().getTime())
  s.t.clock.advance(25 * 60 * minuteMs)
  expect(await seenAt()).toBe(s.t.clock.now().getTime())
})

test('refuses a signed request of another Slack workspace', async () => {
  const person = { id: s.ana.slack_id }
  const team = { team: { id: 'T0OTHER', domain: 'other' } }
  for (const [kind, delivery] of [
    ['commands', s.slack.payloads.command(person, 'balance', { team_id: 'T0OTHER' })],
    ['interactions', s.slack.payloads.shortcut(person, 'thank_somebody', team)],
    ['events', s.slack.payloads.event({ type: 'app_uninstalled' }, { team_id: 'T0OTHER' })],
  ] as const)
    expect((await s.send(kind, delivery)).statusCode).toBe(401)
  expect((await findConnection()).state).toBe('connected')
})

test('answers 400 to signed bodies that cannot be read, and 413 to long ones', async () => {
  for (const [kind, payload] of [
    ['commands', 'a=b'],
    ['interactions', 'payload=%7B'],
    ['interactions', 'payload=%7B%22type%22%3A%22other%22%7D'],
    ['events', '[]'],
    ['events', '\u0000'],
  ] as const) {
    const headers = s.slack.sign(payload, s.t.clock.now())
    expect((await s.send(kind, { payload, headers })).statusCode).toBe(400)
  }
  const payload = 'x'.repeat(257 * 1_024)
  const headers = s.slack.sign(payload, s.t.clock.now())
  expect((await s.send('commands', { payload, headers })).statusCode).toBe(413)
})

test('answers the check of the address only with a valid signature', async () => {
  const good = s.slack.payloads.urlVerification('abc')
  const answer = await s.send('events', good)
  expect([answer.statusCode, answer.json()]).toEqual([200, { challenge: 'abc' }])
  const changed = { ...good, payload: good.payload.replace('abc', 'abd') }
  expect((await s.send('events', changed)).statusCode).toBe(401)
  const other = await makeTeam(s.t)
  await connectSlack(s.t, other, s.slack, { state: 'setup' })
  const setup = await s.send('events', good, { owner: other.workspace_id })
  expect(setup.json()).toEqual({ challenge: 'abc' })
})

test('says that an app is not connected', async () => {
  const other = await makeTeam(s.t)
  await connectSlack(s.t, other, s.slack, { state: 'disconnected' })
  const answer = await s.send('commands', commandOf(), { owner: other.workspace_id })
  expect(answer.json()).toMatchObject({
    response_type: 'ephemeral',
    text: expect.stringContaining('not connected') as string,
  })
  const press = s.slack.payloads.blockActions({ id: s.ana.slack_id }, [{ action_id: 'like' }])
  await s.send('interactions', press, { owner: other.workspace_id })
  expect(s.slack.responses.at(-1)?.body['text']).toContain('not connected')
})

test('publishes the Home tab', async () => {
  await s.command(`<@${s.ben.slack_id}> +1 draft`)
  const opened = (user: string, tab = 'home') =>
    s.send('events', s.slack.payloads.event({ type: 'app_home_opened', user, tab }))
  await opened(s.ana.slack_id)
  const home = JSON.stringify(s.slack.homes.get(s.ana.slack_id))
  for (const expected of ['You have 0 points', '100 points left', 'Thank someone', 'No thanks yet'])
    expect(home).toContain(expected)
  const stranger = s.slack.addUser()
  await opened(stranger.id)
  expect(JSON.stringify(s.slack.homes.get(stranger.id))).toContain('/chat/link/')
  const count = s.slack.count('views.publish')
  await opened(s.ana.slack_id, 'messages')
  expect(s.slack.count('views.publish')).toBe(count)
})

test.each([
  ['app_uninstalled', {}, 'uninstalled'],
  ['tokens_revoked', { tokens: { bot: ['U0BOT'] } }, 'revoked'],
])('disconnects the app at %s, also when it is repeated', async (type, fields, reason) => {
  await restore()
  const delivery = s.slack.payloads.event({ type, ...fields })
  const retry: Record<string, string> = { 'x-slack-retry-num': '1' }
  for (const headers of [{}, retry])
    expect((await s.send('events', delivery, { headers })).statusCode).toBe(200)
  expect(await findConnection()).toMatchObject({ state: 'disconnected', state_reason: reason })
  await restore()
})

test('ignores tokens of users, and events from before the connection', async () => {
  const { connected_at: connectedAt } = await findConnection()
  const old = { event_time: Math.floor((connectedAt?.getTime() ?? 0) / 1_000) - 60 }
  const users = { type: 'tokens_revoked', tokens: { oauth: ['U1'], bot: [] } }
  await s.send('events', s.slack.payloads.event(users))
  await s.send('events', s.slack.payloads.event({ type: 'app_uninstalled' }, old))
  await s.send('events', s.slack.payloads.event({ type: 'unknown' }))
  expect((await findConnection()).state).toBe('connected')
})
