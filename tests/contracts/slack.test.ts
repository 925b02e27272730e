import { verifySlackRequest } from '@slack/bolt'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { minuteMs, secondMs } from '#contract/durations.ts'
import { createSlackClient, type SlackClient } from '#server/adapters/chat/slack-client.ts'
import { isSlackSignatureValid } from '#server/adapters/chat/slack-signature.ts'
import { checkMessageBlocks, checkView } from './slack/block-validator.ts'
import { type SlackServer, startSlackServer } from './slack-server.ts'

/** The stand-in for Slack must refuse what Slack refuses, or its tests prove nothing. */
let slack: SlackServer
let client: SlackClient
let now: number
beforeEach(async () => {
  now = Date.parse('2026-06-15T12:00:00Z')
  slack = await startSlackServer(() => now)
  client = createSlackClient({ apiUrl: slack.apiUrl, allowLoopbackTargets: true })
})
afterEach(() => slack.stop())

const plain = (text: string) => ({ type: 'plain_text', text })
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } })
const button = (more: object = {}) => ({ type: 'button', text: plain('Like'), ...more })
const actions = (...elements: object[]) => ({ type: 'actions', elements })
const select = (options: object[], more: object = {}) =>
  actions({ type: 'static_select', action_id: 'a', options, ...more })
const option = (text: string, value = 'v') => ({ text: plain(text), value })
const long = (length: number) => 'x'.repeat(length)

test.each<[string, object[], object[]]>([
  [
    'header',
    [{ type: 'header', text: plain(long(150)) }],
    [{ type: 'header', text: plain(long(151)) }],
  ],
  ['section', [section(long(3_000))], [section(long(3_001))]],
  ['empty text', [section('x')], [section('')]],
  ['empty section', [section('x')], [{ type: 'section' }]],
  [
    'context',
    [{ type: 'context', elements: [plain(long(3_000))] }],
    [{ type: 'context', elements: Array.from({ length: 11 }, () => plain('x')) }],
  ],
  [
    'fields',
    [{ type: 'section', fields: [plain(long(2_000))] }],
    [{ type: 'section', fields: [plain(long(2_001))] }],
  ],
  [
    'button',
    [actions(button({ text: plain(long(75)) }))],
    [actions(button({ text: plain(long(76)) }))],
  ],
  ['value', [actions(button({ value: long(2_000) }))], [actions(button({ value: long(2_001) }))]],
  [
    'action_id',
    [actions(button({ action_id: long(255) }))],
    [actions(button({ action_id: long(256) }))],
  ],
  [
    'block_id',
    [{ ...section('x'), block_id: long(255) }],
    [{ ...section('x'), block_id: long(256) }],
  ],
  ['option', [select([option(long(75))])], [select([option(long(76))])]],
  ['options', [select([option('x')])], [select(Array.from({ length: 101 }, () => option('x')))]],
  [
    'placeholder',
    [select([option('x')], { placeholder: plain(long(150)) })],
    [select([option('x')], { placeholder: plain(long(151)) })],
  ],
  [
    'buttons',
    [actions(...Array.from({ length: 25 }, () => button()))],
    [actions(...Array.from({ length: 26 }, () => button()))],
  ],
  [
    'ids',
    [actions(button({ action_id: 'a' }), button({ action_id: 'b' }))],
    [actions(button({ action_id: 'a' }), button({ action_id: 'a' }))],
  ],
  [
    'blocks',
    Array.from({ length: 50 }, () => ({ type: 'divider' })),
    Array.from({ length: 51 }, () => ({ type: 'divider' })),
  ],
  ['unknown key', [section('x')], [{ ...section('x'), color: 'red' }]],
  ['unknown type', [section('x')], [{ type: 'headline', text: plain('x') }]],
])('knows the limit of messages for %s', (_, right, wrong) => {
  expect(checkMessageBlocks(right)).toEqual([])
  expect(checkMessageBlocks(wrong)).not.toEqual([])
})

const input = {
  type: 'input',
  label: plain('Text'),
  element: { type: 'plain_text_input', action_id: 'text' },
}
const modal = (more: object = {}) => ({
  type: 'modal',
  title: plain('Thanks'),
  submit: plain('Send'),
  blocks: [input],
  ...more,
})
test.each<[string, object, object]>([
  ['title', { title: plain(long(24)) }, { title: plain(long(25)) }],
  ['submit', { submit: plain(long(24)) }, { submit: plain(long(25)) }],
  ['close', { close: plain(long(24)) }, { close: plain(long(25)) }],
  ['callback_id', { callback_id: long(255) }, { callback_id: long(256) }],
  ['private_metadata', { private_metadata: long(3_000) }, { private_metadata: long(3_001) }],
  [
    'blocks',
    { blocks: Array.from({ length: 100 }, () => input) },
    { blocks: Array.from({ length: 101 }, () => input) },
  ],
  ['input without submit', {}, { submit: undefined }],
  ['type', {}, { type: 'home' }],
])('knows the limit of modals for %s', (_, right, wrong) => {
  const build = (more: object) => JSON.parse(JSON.stringify(modal(more))) as unknown
  expect(checkView(build(right), 'modal')).toEqual([])
  expect(checkView(build(wrong), 'modal')).not.toEqual([])
})

test('answers invalid_blocks and remembers the violation', async () => {
  const post = (message: object) =>
    client.postMessage(slack.botToken, { channel: 'C0GENERAL', text: 'x', ...message })
  const invalid = { ok: false, error: 'invalid_blocks' }
  expect(await post({ blocks: [section('')] })).toEqual(invalid)
  expect(await post({ text: '' })).toEqual(invalid)
  expect(slack.violations).toHaveLength(2)
  expect(slack.messages.size).toBe(0)
})

test('reports two messages to one channel within a second', async () => {
  slack.channels.set('C0OTHER', 'ok')
  const post = (channel: string) => client.postMessage(slack.botToken, { channel, text: 'x' })
  for (const channel of ['C0GENERAL', 'C0OTHER']) expect((await post(channel)).ok).toBe(true)
  now += secondMs
  await post('C0GENERAL')
  expect(slack.violations).toEqual([])
  now += secondMs - 1
  await post('C0GENERAL')
  expect(slack.violations).toHaveLength(1)
})

test('refuses channels that are unknown or archived', async () => {
  slack.channels.set('C0OLD', 'is_archived')
  const post = async (channel: string) => {
    const result = await client.postMessage(slack.botToken, { channel, text: 'x' })
    return result.ok ? 'ok' : result.error
  }
  expect([await post('C0OLD'), await post('C0NONE'), await post('D0NONE')]).toEqual([
    'is_archived',
    'channel_not_found',
    'channel_not_found',
  ])
})

test('expires a trigger after three seconds', async () => {
  const open = (trigger: string) =>
    client.openView(slack.botToken, { trigger_id: trigger, view: modal() as never })
  const [first, second] = [slack.addTrigger(), slack.addTrigger()]
  now += 3 * secondMs
  expect(await open(first)).toMatchObject({ ok: true })
  now += 1
  expect(await open(second)).toEqual({ ok: false, error: 'expired_trigger_id' })
  expect(await open('unknown')).toEqual({ ok: false, error: 'invalid_trigger_id' })
})

test('fails every call during an outage', async () => {
  slack.outage.value = 'down'
  expect(await client.testToken(slack.botToken)).toEqual({ ok: false, error: 'unreachable' })
  slack.outage.value = null
  expect((await client.testToken(slack.botToken)).ok).toBe(true)
  expect(slack.count('auth.test')).toBe(2)
})

test('signs every kind of request, with a trigger or an answer address', () => {
  const user = slack.addUser()
  const { payloads } = slack
  const deliveries = {
    command: payloads.command(user, '@ana +5'),
    viewSubmission: payloads.viewSubmission(user, { callback_id: 'thank' }),
    blockActions: payloads.blockActions(user, [{ action_id: 'like', value: '1' }]),
    shortcut: payloads.shortcut(user, 'thank_somebody'),
    messageAction: payloads.messageAction(user, 'thank_for_message', { user: user.id }),
    event: payloads.event({ type: 'app_home_opened', user: user.id, tab: 'home' }),
    urlVerification: payloads.urlVerification('challenge'),
  }
  for (const [name, { payload, headers }] of Object.entries(deliveries)) {
    const request = {
      signingSecret: slack.signingSecret,
      timestamp: headers['x-slack-request-timestamp'],
      signature: headers['x-slack-signature'],
      rawBody: payload,
    }
    expect(isSlackSignatureValid({ ...request, at: new Date(now) }), name).toBe(true)
    expect(() =>
      verifySlackRequest({
        signingSecret: slack.signingSecret,
        body: payload,
        headers: {
          'x-slack-signature': headers['x-slack-signature'] ?? '',
          'x-slack-request-timestamp': Number(headers['x-slack-request-timestamp']),
        },
        nowMilliseconds: now,
      }),
    ).not.toThrow()
    const later = new Date(now + 6 * minuteMs)
    expect(isSlackSignatureValid({ ...request, at: later }), name).toBe(false)
  }
  const { payload } = deliveries.blockActions
  const action = JSON.parse(new URLSearchParams(payload).get('payload') ?? '') as object
  expect(action).toMatchObject({ type: 'block_actions', user: { id: user.id } })
  const command = new URLSearchParams(deliveries.command.payload)
  expect(slack.triggers.has(command.get('trigger_id') ?? '')).toBe(true)
  expect(slack.responseUrls.has(command.get('response_url') ?? '')).toBe(true)
})
