import type { HomeView, KnownBlock, ModalView } from '@slack/types'
import { z } from 'zod'
import { callSlack, postResponse, type SlackRequest, type SlackResult } from './slack-transport.ts'

/** `apiUrl` is the base of the Web API. Loopback targets are for tests. */
export type SlackSettings = { apiUrl: string; allowLoopbackTargets: boolean }

/** Slack waits 3 seconds for us, so calls within its requests may not take longer. */
const interactiveTimeoutMs = 2_500
const timeoutMs = 8_000

const grantAnswer = {
  access_token: z.string().min(1),
  token_type: z.literal('bot'),
  scope: z.string(),
  bot_user_id: z.string(),
  app_id: z.string(),
  /** null when a whole Enterprise organization installs the app. */
  team: z.object({ id: z.string(), name: z.string() }).nullish(),
  /** Seconds until the token expires, and the token for the next one: with token rotation. */
  expires_in: z.number().positive().optional(),
  refresh_token: z.string().min(1).optional(),
}
const tokenAnswer = {
  team_id: z.string(),
  team: z.string(),
  user_id: z.string(),
  bot_id: z.string().optional(),
  url: z.string(),
  oauth_scopes: z.string().transform((text) => text.split(/,\s*/).filter(Boolean)),
}
const messageAnswer = { channel: z.string(), ts: z.string() }
const viewAnswer = { view: z.object({ id: z.string(), hash: z.string().optional() }) }
/** Flags that Slack leaves out are false: an address without a flag is not confirmed. */
const userAnswer = {
  user: z
    .object({
      id: z.string(),
      team_id: z.string(),
      name: z.string().default(''),
      real_name: z.string().default(''),
      deleted: z.boolean().default(false),
      is_bot: z.boolean().default(false),
      is_restricted: z.boolean().default(false),
      is_ultra_restricted: z.boolean().default(false),
      is_stranger: z.boolean().default(false),
      is_email_confirmed: z.boolean().default(false),
      tz: z.string().nullish(),
      locale: z.string().nullish(),
      profile: z.object({ email: z.string().nullish() }),
    })
    .transform(({ profile, ...user }) => ({ ...user, email: profile.email ?? null })),
}
const socketAnswer = { url: z.url({ protocol: /^wss?$/ }) }

type Shape<T extends z.ZodRawShape> = z.output<z.ZodObject<T>>
type OAuthApp = { client_id: string; client_secret: string }
export type SlackGrant = Shape<typeof grantAnswer>
type SlackUser = Shape<typeof userAnswer>['user']
/** `text` is the fallback of `blocks` for notifications and screen readers. */
export type SlackMessage = { text: string; blocks?: KnownBlock[] }
type SlackResponse = SlackMessage & {
  response_type?: 'ephemeral' | 'in_channel'
  replace_original?: boolean
  delete_original?: boolean
}

/** Calls of Slack's Web API. They never throw; failures are values without tokens. */
export type SlackClient = {
  exchangeCode(
    input: OAuthApp & { code: string; redirect_uri: string },
  ): Promise<SlackResult<SlackGrant>>
  refreshToken(input: OAuthApp & { refresh_token: string }): Promise<SlackResult<SlackGrant>>
  /** `oauth_scopes` lists the permissions that the token has. */
  testToken(token: string): Promise<SlackResult<Shape<typeof tokenAnswer>>>
  /** `channel` may be the id of a person, for a direct message; the answer has the real channel. */
  postMessage(
    token: string,
    message: SlackMessage & { channel: string; thread_ts?: string },
  ): Promise<SlackResult<Shape<typeof messageAnswer>>>
  updateMessage(
    token: string,
    message: SlackMessage & { channel: string; ts: string },
  ): Promise<SlackResult<Shape<typeof messageAnswer>>>
  deleteMessage(token: string, message: { channel: string; ts: string }): Promise<SlackResult>
  openView(
    token: string,
    input: { trigger_id: string; view: ModalView },
  ): Promise<SlackResult<Shape<typeof viewAnswer>>>
  publishView(
    token: string,
    input: { user_id: string; view: HomeView; hash?: string },
  ): Promise<SlackResult<Shape<typeof viewAnswer>>>
  findUser(token: string, userId: string): Promise<SlackResult<{ user: SlackUser }>>
  /** Returns the one-time address of a Socket Mode connection, for an app token (`xapp-`). */
  openSocket(appToken: string): Promise<SlackResult<Shape<typeof socketAnswer>>>
  revokeToken(token: string): Promise<SlackResult>
  /** Answers a command or an interaction at the address that it brought. */
  respond(responseUrl: string, message: SlackResponse): Promise<SlackResult>
}

const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost'])
/**
 * Returns whether a response address belongs to Slack. A payload supplies it, so nothing else may
 * receive our answer.
 */
function isResponseUrl(text: string, allowLoopbackTargets: boolean): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, host, username, password } = new URL(text)
  if (username || password) return false
  if (allowLoopbackTargets && loopbackHosts.has(hostname)) return /^https?:$/.test(protocol)
  return protocol === 'https:' && host === 'hooks.slack.com'
}

const isToken = (text: string) => /^[\x21-\x7e]{1,1000}$/.test(text)
const toBasicAuth = ({ client_id: id, client_secret: secret }: OAuthApp) =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

/** Creates the client of Slack's Web API. */
export function createSlackClient({ apiUrl, allowLoopbackTargets }: SlackSettings): SlackClient {
  const call = <T extends z.ZodRawShape>(
    shape: T,
    method: string,
    token: string,
    request: Partial<SlackRequest>,
  ): Promise<SlackResult<Shape<T>>> =>
    isToken(token)
      ? callSlack(shape, `${apiUrl}/${method}`, {
          timeoutMs,
          ...request,
          authorization: `Bearer ${token}`,
        })
      : Promise.resolve({ ok: false, error: 'invalid_auth' })
  const requestGrant = (app: OAuthApp, form: Record<string, string>) =>
    callSlack(grantAnswer, `${apiUrl}/oauth.v2.access`, {
      timeoutMs,
      authorization: toBasicAuth(app),
      form,
    })

  return {
    exchangeCode: ({ code, redirect_uri: redirectUri, ...app }) =>
      requestGrant(app, { code, redirect_uri: redirectUri }),
    refreshToken: ({ refresh_token: refreshToken, ...app }) =>
      requestGrant(app, { grant_type: 'refresh_token', refresh_token: refreshToken }),
    testToken: (token) => call(tokenAnswer, 'auth.test', token, { form: {} }),
    postMessage: (token, message) =>
      call(messageAnswer, 'chat.postMessage', token, {
        json: { ...message, unfurl_links: false, unfurl_media: false },
      }),
    updateMessage: (token, message) => call(messageAnswer, 'chat.update', token, { json: message }),
    deleteMessage: (token, message) => call({}, 'chat.delete', token, { json: message }),
    openView: (token, input) =>
      call(viewAnswer, 'views.open', token, { json: input, timeoutMs: interactiveTimeoutMs }),
    publishView: (token, input) => call(viewAnswer, 'views.publish', token, { json: input }),
    async findUser(token, userId) {
      const form = { user: userId, include_locale: 'true' }
      const result = await call(userAnswer, 'users.info', token, {
        form,
        timeoutMs: interactiveTimeoutMs,
      })
      return result.ok && result.user.id !== userId
        ? { ok: false, error: 'unexpected_answer' }
        : result
    },
    openSocket: (appToken) => call(socketAnswer, 'apps.connections.open', appToken, { form: {} }),
    revokeToken: (token) => call({}, 'auth.revoke', token, { form: {} }),
    respond: (responseUrl, message) =>
      isResponseUrl(responseUrl, allowLoopbackTargets)
        ? postResponse(responseUrl, { timeoutMs, json: message })
        : Promise.resolve({ ok: false, error: 'invalid_response_url' }),
  }
}
