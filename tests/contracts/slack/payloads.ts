import { createHmac } from 'node:crypto'
import { minuteMs, secondMs } from '#contract/durations.ts'
import { idOf, secretOf, type SlackState } from './state.ts'

const triggerLifeMs = 3 * secondMs
const responseUrlLifeMs = 30 * minuteMs
const formType = 'application/x-www-form-urlencoded'

/** A request of Slack: its body, and the headers that belong to these bytes. */
export type SlackDelivery = { payload: string; headers: Record<string, string> }
type Person = { id: string; name?: string }
type Payload = Record<string, unknown>

export function addTrigger(state: SlackState): string {
  const id = `${state.triggers.size + 1}.${state.teamId}.${secretOf('')}`
  state.triggers.set(id, { expires_at: state.now() + triggerLifeMs, isUsed: false })
  return id
}
export function addResponseUrl(state: SlackState): string {
  const url = `${state.origin}/actions/${state.teamId}/${secretOf('')}`
  state.responseUrls.set(url, { expires_at: state.now() + responseUrlLifeMs, uses: 0 })
  return url
}

/** Returns the headers with which Slack signs these bytes at this time. */
export function signBody(
  body: string,
  at: Date,
  signingSecret: string,
  contentType = formType,
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const mac = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex')
  return {
    'content-type': contentType,
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': `v0=${mac}`,
  }
}

/** Signs a body now, as Slack does. */
function deliver(state: SlackState, payload: string, contentType: string): SlackDelivery {
  const at = new Date(state.now())
  return { payload, headers: signBody(payload, at, state.signingSecret, contentType) }
}
const deliverForm = (state: SlackState, fields: Record<string, string>) =>
  deliver(state, new URLSearchParams(fields).toString(), formType)
const deliverJson = (state: SlackState, fields: Payload) =>
  deliver(state, JSON.stringify(fields), 'application/json')

function deliverInteraction(
  state: SlackState,
  type: string,
  { id, name = 'ana' }: Person,
  fields: Payload,
): SlackDelivery {
  const payload = {
    type,
    team: { id: state.teamId, domain: 'acme' },
    user: { id, username: name, name, team_id: state.teamId },
    api_app_id: state.appId,
    token: 'deprecated',
    enterprise: null,
    is_enterprise_install: false,
    trigger_id: addTrigger(state),
    action_ts: String(state.now() / 1_000),
    ...fields,
  }
  return deliverForm(state, { payload: JSON.stringify(payload) })
}

const channel = { id: 'C0GENERAL', name: 'general' }
const messageTs = '1700000000.000001'

function deliverCommand(
  state: SlackState,
  { id, name = 'ana' }: Person,
  text: string,
  overrides: Record<string, string>,
): SlackDelivery {
  return deliverForm(state, {
    token: 'deprecated',
    team_id: state.teamId,
    team_domain: 'acme',
    channel_id: channel.id,
    channel_name: channel.name,
    user_id: id,
    user_name: name,
    command: '/thanks',
    text,
    api_app_id: state.appId,
    is_enterprise_install: 'false',
    response_url: addResponseUrl(state),
    trigger_id: addTrigger(state),
    ...overrides,
  })
}

function deliverEvent(state: SlackState, event: Payload, overrides: Payload): SlackDelivery {
  const authorization = {
    enterprise_id: null,
    team_id: state.teamId,
    user_id: state.botUserId,
    is_bot: true,
    is_enterprise_install: false,
  }
  return deliverJson(state, {
    token: 'deprecated',
    team_id: state.teamId,
    api_app_id: state.appId,
    event,
    type: 'event_callback',
    event_id: idOf('Ev'),
    event_time: Math.floor(state.now() / 1_000),
    authorizations: [authorization],
    is_ext_shared_channel: false,
    ...overrides,
  })
}

/**
 * Creates the builders of Slack's requests, in the form of docs.slack.dev/interactivity. Every
 * builder signs its bytes; `overrides` replace fields of the payload.
 */
export const createPayloads = (state: SlackState) => ({
  command: (user: Person, text: string, overrides: Record<string, string> = {}) =>
    deliverCommand(state, user, text, overrides),
  /** `view` holds callback_id, private_metadata, id and state.values of the submission. */
  viewSubmission: (user: Person, view: Payload, overrides: Payload = {}) =>
    deliverInteraction(state, 'view_submission', user, {
      view: { id: idOf('V'), team_id: state.teamId, type: 'modal', hash: secretOf(''), ...view },
      response_urls: [],
      action_ts: undefined,
      ...overrides,
    }),
  blockActions: (user: Person, actions: Payload[], overrides: Payload = {}) =>
    deliverInteraction(state, 'block_actions', user, {
      container: {
        type: 'message',
        message_ts: messageTs,
        channel_id: channel.id,
        is_ephemeral: false,
      },
      channel,
      message: { type: 'message', ts: messageTs, text: '' },
      response_url: addResponseUrl(state),
      actions: actions.map((action) => ({
        action_ts: String(state.now() / 1_000),
        type: 'button',
        ...action,
      })),
      state: { values: {} },
      action_ts: undefined,
      ...overrides,
    }),
  shortcut: (user: Person, callbackId: string, overrides: Payload = {}) =>
    deliverInteraction(state, 'shortcut', user, { callback_id: callbackId, ...overrides }),
  messageAction: (user: Person, callbackId: string, message: Payload, overrides: Payload = {}) =>
    deliverInteraction(state, 'message_action', user, {
      callback_id: callbackId,
      message_ts: messageTs,
      channel,
      response_url: addResponseUrl(state),
      message: { type: 'message', ts: messageTs, team: state.teamId, ...message },
      ...overrides,
    }),
  event: (event: Payload, overrides: Payload = {}) => deliverEvent(state, event, overrides),
  urlVerification: (challenge: string) =>
    deliverJson(state, { token: 'deprecated', challenge, type: 'url_verification' }),
})
export type SlackPayloads = ReturnType<typeof createPayloads>
