import { afterEach, expect, test } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'
import { setupSlackTeam, textsOf, type Message } from '#tests/support/slack.ts'
import { waitUntil } from '#tests/support/wait-until.ts'

/**
 * While set, the database refuses connections, or never answers. `verified`: it refuses them after
 * the first transaction, which reads the credentials.
 */
const database: { state: 'ok' | 'down' | 'silent' | 'verified' } = { state: 'ok' }
const answers = () => {
  if (database.state === 'verified') {
    database.state = 'down'
    return true
  }
  return database.state === 'ok'
}
const refuse = (): Promise<never> =>
  database.state === 'silent'
    ? new Promise(() => {})
    : Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
const breakable = (db: Database): Database => ({
  ...db,
  tenant: (id, work) => (answers() ? db.tenant(id, work) : refuse()),
  readSnapshot: (id, work) => (answers() ? db.readSnapshot(id, work) : refuse()),
})
const s = setupSlackTeam({ wrap: breakable })
afterEach(() => {
  database.state = 'ok'
})

const person = () => ({ id: s.ana.slack_id })
const balance = () => s.slack.payloads.command(person(), 'balance')
const form = () =>
  s.slack.payloads.viewSubmission(person(), {
    callback_id: 'thanks',
    state: {
      values: {
        text: { input: { value: 'Thank you for your #teamwork' } },
        people: { input: { selected_users: [s.ben.slack_id] } },
        points: { input: { value: '5' } },
      },
    },
  })

test.each(['down', 'silent'] as const)(
  'answers in time while the database is %s',
  async (state) => {
    const count = (await s.posts()).length
    const calls = s.slack.calls.length
    const send = s.slack.payloads.blockActions(person(), [{ action_id: 'send_thanks' }])
    const shortcut = s.slack.payloads.shortcut(person(), 'thank_somebody')
    const event = s.slack.payloads.event({ type: 'app_uninstalled' })
    const submission = form()
    database.state = state
    const startedAt = performance.now()
    const [command, spanish, submitted, pressed, opened, told] = await Promise.all([
      s.send('commands', balance()),
      s.send('commands', balance(), { headers: { 'accept-language': 'es' } }),
      s.send('interactions', submission),
      s.send('interactions', send),
      s.send('interactions', shortcut),
      s.send('events', event),
    ])
    expect(performance.now() - startedAt).toBeLessThan(3_000)
    expect(command.json()).toMatchObject({
      response_type: 'ephemeral',
      text: 'Laurel is not available right now. Nothing was sent. Please try again in a minute.',
    })
    expect(spanish.json<Message>().text).toContain('No se ha enviado nada')
    expect(submitted.json()).toEqual({
      response_action: 'errors',
      errors: { people: expect.stringContaining('Nothing was sent') as string },
    })
    expect([pressed, opened, told].map(({ statusCode }) => statusCode)).toEqual([503, 503, 503])
    database.state = 'ok'
    expect((await s.posts()).length).toBe(count)
    expect(s.slack.calls.length).toBe(calls)
  },
)

test('answers when the database fails after the signature was checked', async () => {
  const count = (await s.posts()).length
  const press = s.slack.payloads.blockActions(person(), [{ action_id: 'send_thanks' }])
  const sendAfterCheck = (...request: Parameters<typeof s.send>) => {
    database.state = 'verified'
    return s.send(...request)
  }
  const command = await sendAfterCheck('commands', balance())
  expect(command.json<Message>().text).toContain('Nothing was sent')
  const submitted = await sendAfterCheck('interactions', form())
  expect(submitted.json()).toMatchObject({ response_action: 'errors' })
  expect((await sendAfterCheck('interactions', press)).statusCode).toBe(503)
  const opened = s.slack.payloads.event({ type: 'app_home_opened', user: s.ana.slack_id })
  expect((await sendAfterCheck('events', opened)).statusCode).toBe(503)
  database.state = 'ok'
  expect((await s.posts()).length).toBe(count)
})

test('says that a trigger expired', async () => {
  const delivery = s.slack.payloads.command(person(), '')
  const at = s.t.clock.now()
  s.t.clock.set(new Date(at.getTime() + 4_000))
  const answer = await s.send('commands', delivery)
  s.t.clock.set(at)
  expect(answer.json<Message>().text).toContain('took too long')
})

test('opens one form for a repeated request', async () => {
  const delivery = s.slack.payloads.command(person(), '')
  const count = s.slack.views.length
  const answers = [await s.send('commands', delivery), await s.send('commands', delivery)]
  expect(answers.map(({ body }) => body)).toEqual(['', ''])
  expect(s.slack.views.length).toBe(count + 1)
})

test.each([
  ['ratelimited', 'busy'],
  ['server_error', 'busy'],
  ['garbled', 'busy'],
  ['token_revoked', 'not connected'],
])('answers when Slack opens no form because of %s', async (fault, expected) => {
  s.slack.failNext('views.open', fault)
  expect((await s.command('')).text).toContain(expected)
  const isConnected = fault !== 'token_revoked'
  expect((await s.command('balance')).text).toContain(isConnected ? 'You have' : 'not connected')
  await s.t.services.db.tenant(s.team.workspace_id, (trx) =>
    trx
      .updateTable('chat_connections')
      .set({ state: 'connected', state_reason: null })
      .where('workspace_id', '=', s.team.workspace_id)
      .execute(),
  )
})

test('acknowledges in time while Slack is slow, and sends the result later', async () => {
  const before = s.slack.responses.length
  const { id } = s.slack.addUser({ real_name: 'Slow' })
  s.slack.failNext('users.info', 'hang')
  const text = `<@${s.ben.slack_id}> <@${id}> +5 for your #teamwork`
  const delivery = s.slack.payloads.command(person(), text)
  const startedAt = performance.now()
  const answer = await s.send('commands', delivery)
  expect(performance.now() - startedAt).toBeLessThan(3_000)
  expect(answer.statusCode).toBe(200)
  const texts = () => s.slack.responses.slice(before).map(({ body }) => textsOf(body))
  if (answer.body) expect(answer.body).toContain('Not in Laurel yet')
  else {
    await waitUntil('the preview', () => texts().length > 0)
    expect(texts()[0]).toContain('Not in Laurel yet')
  }
})

test('sends the result of a form as a message when Slack was slow', async () => {
  const { id } = s.slack.addUser({ real_name: 'Slow' })
  s.slack.failNext('users.info', 'hang')
  const delivery = s.slack.payloads.viewSubmission(person(), {
    callback_id: 'thanks',
    state: {
      values: {
        people: { input: { selected_users: [id] } },
        text: { input: { value: 'My words must not be lost' } },
      },
    },
  })
  const answer = await s.send('interactions', delivery)
  expect(answer.statusCode).toBe(200)
  if (answer.body) return expect(answer.body).toContain('errors')
  await waitUntil('the message', () => s.slack.messages.size > 0)
  const [message] = s.slack.messages.values()
  expect(textsOf(message)).toContain('My words must not be lost')
})
