import type { KnownBlock, View } from '@slack/types'
import { secondMs } from '#contract/durations.ts'
import { checkMessageBlocks, checkView } from './block-validator.ts'
import { idOf, secretOf, type SlackState, type SlackToken } from './state.ts'

type Body = Record<string, unknown>
type Context = { state: SlackState; token: SlackToken; tokenText: string; body: Body }
type Method = {
  /** Whether Slack accepts JSON; the other methods read forms only. */
  json: boolean
  kind: SlackToken['kind']
  scope?: string
  answer(context: Context): object
}
const fail = (error: string) => ({ ok: false, error })
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Reports violations and returns the answer for them, or null. */
function refuseInvalid(state: SlackState, method: string, wrong: string[]): object | null {
  state.violations.push(...wrong.map((line) => `${method}: ${line}`))
  return wrong.length ? fail('invalid_blocks') : null
}

const messageTextMax = 40_000
/** Returns the violations of a message's text and blocks. */
export function checkMessage({ text, blocks }: Body): string[] {
  return [
    ...(blocks === undefined ? [] : checkMessageBlocks(blocks)),
    ...(textOf(text).trim() ? [] : ['no text, which screen readers read instead of blocks']),
    ...(textOf(text).length > messageTextMax ? [`text: over ${messageTextMax} characters`] : []),
  ]
}

/** Returns the channel of a message: a direct message has a channel of its own. */
function resolveChannel(state: SlackState, id: string): { channel: string; error: string | null } {
  if (state.users.has(id)) return { channel: `D${id.slice(1)}`, error: null }
  const isDirect = id.startsWith('D') && state.users.has(`U${id.slice(1)}`)
  const status = state.channels.get(id) ?? (isDirect ? 'ok' : 'channel_not_found')
  return { channel: id, error: status === 'ok' ? null : status }
}

function checkPace(state: SlackState, channel: string): void {
  const last = state.lastPostAt.get(channel)
  if (last !== undefined && state.now() - last < secondMs)
    state.violations.push(`chat.postMessage: two messages to ${channel} within one second`)
  state.lastPostAt.set(channel, state.now())
}

let messageCount = 0
function postMessage({ state, body }: Context): object {
  const wrong = checkMessage(body)
  if (body['unfurl_links'] !== false) wrong.push('unfurl_links is not false')
  if (body['unfurl_media'] !== false) wrong.push('unfurl_media is not false')
  const refusal = refuseInvalid(state, 'chat.postMessage', wrong)
  if (refusal) return refusal
  const { channel, error } = resolveChannel(state, textOf(body['channel']))
  if (error) return fail(error)
  checkPace(state, channel)
  messageCount += 1
  const ts = `${Math.floor(state.now() / 1_000)}.${String(messageCount).padStart(6, '0')}`
  const message = {
    channel,
    ts,
    text: textOf(body['text']),
    ...(body['blocks'] ? { blocks: body['blocks'] as KnownBlock[] } : {}),
    ...(body['thread_ts'] ? { thread_ts: textOf(body['thread_ts']) } : {}),
    updates: 0,
    deleted: false,
  }
  state.messages.set(`${channel}:${ts}`, message)
  return { ok: true, channel, ts, message: { type: 'message', text: message.text, ts } }
}

function findMessage({ state, body }: Context) {
  const { channel, error } = resolveChannel(state, textOf(body['channel']))
  const message = state.messages.get(`${channel}:${textOf(body['ts'])}`)
  if (error) return { error }
  return message && !message.deleted ? { message } : { error: 'message_not_found' }
}

function updateMessage(context: Context): object {
  const { state, body } = context
  const refusal = refuseInvalid(state, 'chat.update', checkMessage(body))
  if (refusal) return refusal
  const { message, error } = findMessage(context)
  if (!message) return fail(error)
  message.text = textOf(body['text'])
  // An update without blocks removes them.
  delete message.blocks
  if (body['blocks']) message.blocks = body['blocks'] as KnownBlock[]
  message.updates += 1
  return { ok: true, channel: message.channel, ts: message.ts, text: message.text }
}

function deleteMessage(context: Context): object {
  const { message, error } = findMessage(context)
  if (!message) return fail(error)
  message.deleted = true
  return { ok: true, channel: message.channel, ts: message.ts }
}

function openView({ state, body }: Context): object {
  const trigger = state.triggers.get(textOf(body['trigger_id']))
  if (!trigger) return fail('invalid_trigger_id')
  if (trigger.isUsed) return fail('exchanged_trigger_id')
  if (trigger.expires_at < state.now()) return fail('expired_trigger_id')
  const refusal = refuseInvalid(state, 'views.open', checkView(body['view'], 'modal'))
  if (refusal) return refusal
  trigger.isUsed = true
  const view = body['view'] as View
  const [id, hash] = [idOf('V'), secretOf('')]
  state.views.push({ id, hash, trigger_id: textOf(body['trigger_id']), view })
  return { ok: true, view: { ...view, id, hash, team_id: state.teamId } }
}

function publishView({ state, body }: Context): object {
  const userId = textOf(body['user_id'])
  if (!state.users.has(userId)) return fail('user_not_found')
  const refusal = refuseInvalid(state, 'views.publish', checkView(body['view'], 'home'))
  if (refusal) return refusal
  const view = body['view'] as View
  state.homes.set(userId, view)
  return { ok: true, view: { ...view, id: idOf('V'), hash: secretOf(''), team_id: state.teamId } }
}

function findUser({ state, token, body }: Context): object {
  const found = state.users.get(textOf(body['user']))
  if (!found) return fail('user_not_found')
  const { email, locale, ...user } = found
  const seesEmail = token.scopes.includes('users:read.email') && email !== null
  return {
    ok: true,
    user: {
      ...user,
      ...(body['include_locale'] === 'true' ? { locale } : {}),
      profile: { real_name: user.real_name, ...(seesEmail ? { email } : {}) },
    },
  }
}

const testToken = ({ state }: Context): object => ({
  ok: true,
  url: 'https://acme.slack.com/',
  team: 'Acme',
  user: 'laurel',
  team_id: state.teamId,
  user_id: state.botUserId,
  bot_id: 'B0LAUREL',
  is_enterprise_install: false,
})

function revokeToken({ token }: Context): object {
  token.error = 'token_revoked'
  return { ok: true, revoked: true }
}

/** The methods of the Web API that we use. */
export const methods: Record<string, Method> = {
  'auth.test': { json: true, kind: 'bot', answer: testToken },
  'auth.revoke': { json: false, kind: 'bot', answer: revokeToken },
  'chat.postMessage': { json: true, kind: 'bot', scope: 'chat:write', answer: postMessage },
  'chat.update': { json: true, kind: 'bot', scope: 'chat:write', answer: updateMessage },
  'chat.delete': { json: true, kind: 'bot', scope: 'chat:write', answer: deleteMessage },
  'views.open': { json: true, kind: 'bot', answer: openView },
  'views.publish': { json: true, kind: 'bot', answer: publishView },
  'users.info': { json: false, kind: 'bot', scope: 'users:read', answer: findUser },
  'apps.connections.open': {
    json: true,
    kind: 'app',
    answer: ({ state }) => ({
      ok: true,
      url: `${state.socket.url ?? state.origin.replace('http', 'ws')}/link/?ticket=${secretOf('')}`,
    }),
  },
}
