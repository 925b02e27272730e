import { z } from 'zod'
import type { Clock } from '#server/platform/clock.ts'
import {
  type AppTokenResult,
  type AppTokens,
  createAppTokens,
  type TeamsCredentials,
} from './teams-app-token.ts'
import {
  encodePathSegment,
  type TeamsFailure,
  teamsAnswerBytesMax,
  teamsTimeoutMs,
  toFailure,
  toNetworkFailure,
} from './teams-failure.ts'
import { fetchJson, type JsonResponse, parseBody } from './teams-http.ts'
import { parseServiceUrl, type TeamsAddressRules } from './teams-service-url.ts'

/** The app of a company and the Connector that its activities name. */
export type TeamsConnection = TeamsCredentials & { serviceUrl: string }
/** An activity that we send, in the shape of the Bot Connector. */
export type OutgoingActivity = {
  type: 'message' | 'typing'
  text?: string
  textFormat?: 'plain' | 'markdown' | 'xml'
  summary?: string
  attachments?: { contentType: string; content: unknown }[]
  entities?: object[]
  channelData?: object
}
/** A member of a conversation. Fields that Teams does not tell are null. */
type TeamsMember = {
  id: string
  name: string | null
  email: string | null
  userPrincipalName: string | null
  aadObjectId: string | null
  tenantId: string | null
  userRole: string | null
}
/** The general channel has no name. */
type TeamsChannel = { id: string; name: string | null }
type TeamsResult<T = object> = ({ ok: true } & T) | TeamsFailure

/** `timeoutMs`: the time of a request, 8 seconds by default. */
export type TeamsSettings = TeamsAddressRules & { loginUrl: string; timeoutMs?: number }
/** Calls of Microsoft Teams (Bot Connector). No call throws for an answer or a lost connection. */
export type TeamsClient = {
  /** Returns whether our token may be sent to this serviceUrl of an activity. */
  isServiceUrlAllowed(serviceUrl: string): boolean
  /** Checks app id, tenant and secret without the cache. */
  requestToken(
    credentials: TeamsCredentials,
  ): Promise<{ ok: true } | Extract<AppTokenResult, { ok: false }>>
  sendActivity(
    connection: TeamsConnection,
    conversationId: string,
    activity: OutgoingActivity,
  ): Promise<TeamsResult<{ id: string }>>
  updateActivity(
    connection: TeamsConnection,
    conversationId: string,
    activityId: string,
    activity: OutgoingActivity,
  ): Promise<TeamsResult>
  deleteActivity(
    connection: TeamsConnection,
    conversationId: string,
    activityId: string,
  ): Promise<TeamsResult>
  /** Returns the chat of the app with a member. Teams returns the same one for each call. */
  createConversation(
    connection: TeamsConnection,
    memberId: string,
  ): Promise<TeamsResult<{ id: string }>>
  findMember(
    connection: TeamsConnection,
    conversationId: string,
    userId: string,
  ): Promise<TeamsResult<{ member: TeamsMember }>>
  listChannels(
    connection: TeamsConnection,
    teamId: string,
  ): Promise<TeamsResult<{ channels: TeamsChannel[] }>>
}

const idSchema = z.object({ id: z.string().min(1).max(1_000) })
const emptySchema = z.unknown()
const textSchema = z
  .string()
  .nullish()
  .transform((text) => (text ? text : null))
const memberSchema = z
  .object({
    id: z.string().min(1),
    name: textSchema,
    email: textSchema,
    userPrincipalName: textSchema,
    aadObjectId: textSchema,
    objectId: textSchema,
    tenantId: textSchema,
    userRole: textSchema,
  })
  .transform(({ objectId, aadObjectId, ...member }) => ({
    ...member,
    aadObjectId: aadObjectId ?? objectId,
  }))
const channelsSchema = z.object({
  conversations: z.array(z.object({ id: z.string().min(1), name: textSchema })),
})
const errorSchema = z.object({ error: z.object({ code: z.string().optional() }) })

type Call = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: readonly string[]; body?: object }
type CallConnector = <T extends z.ZodType>(
  schema: T,
  connection: TeamsConnection,
  call: Call,
) => Promise<TeamsResult<{ value: z.output<T> }>>

const refuseAddress = (error: string): TeamsFailure => ({
  ok: false,
  kind: 'address',
  status: null,
  error,
})

/** Returns the address of a call, or null when an id is not one segment of a path. */
function buildUrl(serviceUrl: URL, path: readonly string[]): URL | null {
  const segments = path.map(encodePathSegment)
  if (segments.includes(null)) return null
  return new URL(`${serviceUrl.href.replace(/\/+$/, '')}/v3/${segments.join('/')}`)
}

function sendRequest(
  url: URL,
  token: string,
  { method, body }: Call,
  timeoutMs: number,
): Promise<JsonResponse> {
  return fetchJson(url, {
    timeoutMs,
    bytesMax: teamsAnswerBytesMax,
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}

/** Creates a function for calls of the Connector. It checks the address before it gets a token. */
function createConnectorCaller(
  rules: TeamsAddressRules,
  tokens: AppTokens,
  timeoutMs: number,
): CallConnector {
  return async (schema, connection, call) => {
    const serviceUrl = parseServiceUrl(connection.serviceUrl, rules)
    if (!serviceUrl) return refuseAddress('service_url')
    const url = buildUrl(serviceUrl, call.path)
    if (!url) return refuseAddress('id')
    const issued = await tokens.getToken(connection)
    if (!issued.ok) {
      const { problem: _, ...failure } = issued
      // Entra answers 400 for an unknown app or tenant: for the caller, the credentials are wrong.
      return failure.kind === 'retryable' ? failure : { ...failure, kind: 'unauthorized' }
    }
    let response: JsonResponse
    try {
      response = await sendRequest(url, issued.token, call, timeoutMs)
    } catch (error) {
      return toNetworkFailure(error)
    }
    const { status } = response
    if (status === 401) tokens.dropToken(connection)
    if (status < 200 || status >= 300)
      return toFailure(response, parseBody(errorSchema, response)?.error.code)
    const parsed = schema.safeParse(response.json)
    return parsed.success
      ? { ok: true, value: parsed.data }
      : { ok: false, kind: 'refused', status, error: 'unexpected_body' }
  }
}

/** Creates the client for Microsoft Teams. Tokens are cached until five minutes before their end. */
export function createTeamsClient(settings: TeamsSettings, clock: Clock): TeamsClient {
  const { loginUrl, timeoutMs = teamsTimeoutMs } = settings
  const tokens = createAppTokens({ loginUrl, timeoutMs }, clock)
  const call = createConnectorCaller(settings, tokens, timeoutMs)
  const conversationPath = (id: string, ...rest: string[]) => ['conversations', id, ...rest]
  return {
    isServiceUrlAllowed: (serviceUrl) => parseServiceUrl(serviceUrl, settings) !== null,
    async requestToken(credentials) {
      const result = await tokens.requestToken(credentials)
      return result.ok ? { ok: true } : result
    },
    async sendActivity(connection, conversationId, activity) {
      const path = conversationPath(conversationId, 'activities')
      const sent = await call(idSchema, connection, { method: 'POST', path, body: activity })
      return sent.ok ? { ok: true, id: sent.value.id } : sent
    },
    async updateActivity(connection, conversationId, activityId, activity) {
      const path = conversationPath(conversationId, 'activities', activityId)
      const body = { ...activity, id: activityId }
      const updated = await call(emptySchema, connection, { method: 'PUT', path, body })
      return updated.ok ? { ok: true } : updated
    },
    async deleteActivity(connection, conversationId, activityId) {
      const path = conversationPath(conversationId, 'activities', activityId)
      const deleted = await call(emptySchema, connection, { method: 'DELETE', path })
      return deleted.ok ? { ok: true } : deleted
    },
    async createConversation(connection, memberId) {
      const { appId, tenantId } = connection
      const body = {
        isGroup: false,
        bot: { id: `28:${appId}` },
        members: [{ id: memberId }],
        tenantId,
        channelData: { tenant: { id: tenantId } },
      }
      const created = await call(idSchema, connection, {
        method: 'POST',
        path: ['conversations'],
        body,
      })
      return created.ok ? { ok: true, id: created.value.id } : created
    },
    async findMember(connection, conversationId, userId) {
      const path = conversationPath(conversationId, 'members', userId)
      const found = await call(memberSchema, connection, { method: 'GET', path })
      return found.ok ? { ok: true, member: found.value } : found
    },
    async listChannels(connection, teamId) {
      const path = ['teams', teamId, 'conversations']
      const listed = await call(channelsSchema, connection, { method: 'GET', path })
      return listed.ok ? { ok: true, channels: listed.value.conversations } : listed
    },
  }
}
