import { randomBytes } from 'node:crypto'
import type { KnownBlock, View } from '@slack/types'

/** A user as users.info answers it, without the fields that we do not read. */
export type SlackServerUser = {
  id: string
  team_id: string
  name: string
  real_name: string
  deleted: boolean
  is_bot: boolean
  is_restricted: boolean
  is_ultra_restricted: boolean
  is_stranger: boolean
  is_email_confirmed: boolean
  tz: string
  locale: string
  email: string | null
}
type SlackServerMessage = {
  channel: string
  ts: string
  text: string
  blocks?: KnownBlock[]
  thread_ts?: string
  updates: number
  deleted: boolean
}
/**
 * The fault of the next call: an error code of Slack, `ratelimited` (429), `server_error` (500),
 * `hang` (no answer), `garbled` (no JSON) or `lost` (done, but without an answer).
 */
export type SlackFault = string
export type SlackToken = {
  kind: 'bot' | 'app'
  team_id: string
  scopes: string[]
  /** The error that calls get, such as token_revoked or account_inactive. */
  error: string | null
  expires_at: number | null
}
type SlackServerView = { id: string; hash: string; trigger_id: string; view: View }
type SlackServerResponse = { url: string; body: Record<string, unknown> }

export type SlackState = {
  now(): number
  origin: string
  appId: string
  teamId: string
  botUserId: string
  clientId: string
  clientSecret: string
  signingSecret: string
  violations: string[]
  /** Every call of the Web API in its order. */
  calls: { method: string; body: Record<string, unknown> }[]
  /** Faults by method, each consumed by one call. */
  faults: Map<string, SlackFault[]>
  /** While set, every call fails: `down` with 503, `silent` without an answer. */
  outage: { value: 'down' | 'silent' | null }
  /** The value of Retry-After, in seconds. */
  retryAfterS: { value: number }
  /** The address of Socket Mode, when a test starts a server for it (slack-sockets.ts). */
  socket: { url: string | null }
  /** Known channels: `ok`, or the error for messages to it. */
  channels: Map<string, string>
  users: Map<string, SlackServerUser>
  tokens: Map<string, SlackToken>
  refreshTokens: Map<string, string>
  codes: Map<string, { redirect_uri: string; expires_at: number; isUsed: boolean }>
  triggers: Map<string, { expires_at: number; isUsed: boolean }>
  responseUrls: Map<string, { expires_at: number; uses: number }>
  messages: Map<string, SlackServerMessage>
  lastPostAt: Map<string, number>
  views: SlackServerView[]
  /** The Home tab of each user. */
  homes: Map<string, View>
  responses: SlackServerResponse[]
}

export const secretOf = (prefix: string) => `${prefix}${randomBytes(16).toString('hex')}`
let counter = 0
/** Returns an id in the form of Slack: a letter and ten capitals and digits. */
export function idOf(letter: string): string {
  counter += 1
  return `${letter}0${counter.toString(36).toUpperCase().padStart(9, '0')}`
}

export function createState(now: () => number): SlackState {
  return {
    now,
    origin: '',
    appId: idOf('A'),
    teamId: idOf('T'),
    botUserId: idOf('U'),
    clientId: '1234567890.9876543210',
    clientSecret: 'c'.repeat(32),
    signingSecret: 's'.repeat(32),
    violations: [],
    calls: [],
    faults: new Map(),
    outage: { value: null },
    retryAfterS: { value: 7 },
    socket: { url: null },
    channels: new Map(),
    users: new Map(),
    tokens: new Map(),
    refreshTokens: new Map(),
    codes: new Map(),
    triggers: new Map(),
    responseUrls: new Map(),
    messages: new Map(),
    lastPostAt: new Map(),
    views: [],
    homes: new Map(),
    responses: [],
  }
}
