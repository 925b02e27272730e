// The Bot Connector: activities, members and channels of conversations. It refuses what Teams would
// refuse, and records it as a violation.
import type { IncomingHttpHeaders } from 'node:http'
import { findCardProblems } from './card-check.ts'
import type { Conversation, Directory, TeamsPerson } from './directory.ts'
import type { Answer, TeamsApp } from './identity.ts'

/** Each call of the Connector consumes one. `moved` redirects to another host. */
export type ConnectorFault =
  | 'busy'
  | 'precondition'
  | 'bad_gateway'
  | 'down'
  | 'not_in_roster'
  | 'forbidden_operation'
  | 'not_found'
  | 'unauthorized'
  | 'garbled'
  | 'huge'
  | 'moved'
  | 'silent'

type Json = Record<string, unknown>
export type ConnectorRequest = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}
export type Connector = {
  directory: Directory
  faults: ConnectorFault[]
  /** Minimum time between two messages of a conversation; 0 turns the check off. */
  messageGapMs: { value: number }
}
type Context = Connector & { violations: string[]; now: () => Date; app: TeamsApp }

const activityBytesMax = 28 * 1_024
const cardType = 'application/vnd.microsoft.card.adaptive'
const activityFields = new Set([
  'id',
  'type',
  'text',
  'textFormat',
  'summary',
  'attachments',
  'attachmentLayout',
  'entities',
  'channelData',
  'importance',
])

const fail = (status: number, code: string, headers?: Record<string, string>): Answer => [
  status,
  { error: { code, message: `${code}: explained in words` } },
  headers,
]
const faultAnswers: Record<ConnectorFault, Answer> = {
  busy: fail(429, 'TooManyRequests', { 'retry-after': '3' }),
  precondition: fail(412, 'PreconditionFailed'),
  bad_gateway: fail(502, 'BadGateway'),
  down: fail(500, 'ServiceError'),
  not_in_roster: fail(403, 'BotNotInConversationRoster'),
  forbidden_operation: fail(403, 'ForbiddenOperationException'),
  not_found: fail(404, 'ConversationNotFound'),
  unauthorized: [401, { message: 'Authorization has been denied for this request.' }],
  garbled: [200, 'a page of a proxy'],
  huge: [200, { id: 'x'.repeat(1_024 * 1_024) }],
  moved: [307, {}, { location: 'http://evil.example/' }],
  silent: 'silent',
}

function findAttachmentProblems(attachment: unknown): string[] {
  const { contentType, content } = attachment as Json
  if (contentType !== cardType) return [`attachment of type ${String(contentType)}`]
  return findCardProblems(content)
}

function findMentionProblems(activity: Json): string[] {
  const entities = Array.isArray(activity['entities']) ? (activity['entities'] as Json[]) : []
  const words = JSON.stringify(activity['text'] ?? null)
  return entities
    .filter(({ type }) => type === 'mention')
    .map(({ text }) => JSON.stringify(text ?? null).slice(1, -1))
    .filter((mention) => !words.includes(mention))
    .map((mention) => `mention ${mention} is not in the text`)
}

function findActivityProblems(activity: Json, bytes: number): string[] {
  const attachments = activity['attachments'] ?? []
  if (!Array.isArray(attachments)) return ['attachments: not a list']
  const isEmpty = !activity['text'] && attachments.length === 0
  return [
    ...(bytes > activityBytesMax ? [`activity of ${bytes} bytes`] : []),
    ...(['message', 'typing'].includes(String(activity['type'])) ? [] : ['type of the activity']),
    ...(activity['type'] === 'message' && isEmpty ? ['empty message'] : []),
    ...Object.keys(activity)
      .filter((field) => !activityFields.has(field))
      .map((field) => `activity has no ${field}`),
    ...attachments.flatMap(findAttachmentProblems),
    ...findMentionProblems(activity),
  ]
}

/** Returns the activity of a request, or null when it has problems, which become violations. */
function readActivity({ violations }: Context, { headers, body }: ConnectorRequest): Json | null {
  const isJson = /^application\/json\b/.test(headers['content-type'] ?? '')
  let activity: unknown = null
  try {
    activity = JSON.parse(body)
  } catch {}
  const problems =
    isJson && typeof activity === 'object' && activity !== null
      ? findActivityProblems(activity as Json, Buffer.byteLength(body))
      : ['body is no JSON']
  violations.push(...problems)
  return problems.length ? null : (activity as Json)
}

let activityCount = 0
function sendActivity(context: Context, conversation: Conversation, activity: Json): Answer {
  const nowMs = context.now().getTime()
  if (activity['type'] === 'message') {
    if (nowMs - conversation.sentAtMs < context.messageGapMs.value) {
      context.violations.push(`two messages within a second to ${conversation.id}`)
      return fail(429, 'TooManyRequests', { 'retry-after': '1' })
    }
    conversation.sentAtMs = nowMs
  }
  activityCount += 1
  const id = String(1_700_000_000_000 + activityCount)
  if (activity['type'] === 'message')
    conversation.activities.set(id, { id, body: activity, revisions: 0, deleted: false })
  return [201, { id }]
}

function changeActivity(
  context: Context,
  conversation: Conversation,
  id: string,
  request: ConnectorRequest,
): Answer {
  const stored = conversation.activities.get(id)
  if (!stored || stored.deleted) return fail(404, 'ActivityNotFoundInConversation')
  if (request.method === 'DELETE') {
    stored.deleted = true
    return [200, '']
  }
  const activity = readActivity(context, request)
  if (!activity) return fail(400, 'BadSyntax')
  if (activity['id'] !== id) {
    context.violations.push('id of the updated activity')
    return fail(400, 'BadSyntax')
  }
  Object.assign(stored, { body: activity, revisions: stored.revisions + 1 })
  return [200, { id }]
}

const toMember = (person: TeamsPerson) => ({
  id: person.id,
  name: person.name,
  aadObjectId: person.aadObjectId,
  objectId: person.aadObjectId,
  email: person.email,
  userPrincipalName: person.userPrincipalName,
  tenantId: person.tenantId,
  userRole: person.userRole,
})

/** Returns the chat with one member. A body in another form is a violation. */
function createConversation({ app, directory, violations }: Context, body: string): Answer {
  const { isGroup, bot, members, tenantId, channelData } = JSON.parse(body) as Json
  const [member, ...others] = (members ?? []) as { id: string }[]
  const problems = [
    ...(isGroup === false ? [] : ['isGroup']),
    ...((bot as Json | undefined)?.['id'] === `28:${app.appId}` ? [] : ['bot']),
    ...(member && !others.length ? [] : ['members']),
    ...(tenantId === app.tenantId ? [] : ['tenantId']),
    ...(((channelData as Json | undefined)?.['tenant'] as Json | undefined)?.['id'] === tenantId
      ? []
      : ['channelData.tenant']),
  ]
  violations.push(...problems.map((problem) => `new conversation: ${problem}`))
  if (problems.length) return fail(400, 'BadSyntax')
  const person = directory.findPerson(member?.id ?? '')
  if (!person) return fail(403, 'ForbiddenOperationException')
  const chat = directory.openPersonalChat(person)
  return chat.hasBot ? [201, { id: chat.id }] : fail(403, 'BotNotInConversationRoster')
}

function respondInConversation(
  context: Context,
  request: ConnectorRequest,
  conversation: Conversation,
  [part, id]: (string | undefined)[],
): Answer | undefined {
  const { method } = request
  if (!conversation.hasBot) return fail(403, 'BotNotInConversationRoster')
  if (method === 'GET' && part === 'members' && id) {
    const member = [...conversation.members.values()].find(
      (person) => person.id === id || person.aadObjectId === id,
    )
    return member ? [200, toMember(member)] : fail(404, 'MemberNotFoundInConversation')
  }
  if (part !== 'activities') return undefined
  if (method === 'POST' && !id) {
    const activity = readActivity(context, request)
    return activity ? sendActivity(context, conversation, activity) : fail(400, 'BadSyntax')
  }
  return id && (method === 'PUT' || method === 'DELETE')
    ? changeActivity(context, conversation, id, request)
    : undefined
}

function respondToCall(context: Context, request: ConnectorRequest): Answer | undefined {
  const { method, path } = request
  const [root, id, part, partId, ...rest] = path.split('/').slice(1).map(decodeURIComponent)
  if (rest.length) return undefined
  if (root === 'teams' && id && part === 'conversations' && !partId && method === 'GET') {
    const team = context.directory.teams.get(id)
    return team ? [200, { conversations: team.channels }] : fail(404, 'NotFound')
  }
  if (root !== 'conversations') return undefined
  if (!id) return method === 'POST' ? createConversation(context, request.body) : undefined
  const conversation = context.directory.findConversation(id)
  return conversation
    ? respondInConversation(context, request, conversation, [part, partId])
    : fail(404, 'ConversationNotFound')
}

/** Returns the answer to a call of the Connector. `path` begins after /v3. */
export function respondAsConnector(
  connector: Connector & Pick<Context, 'violations' | 'now'>,
  app: TeamsApp | undefined,
  request: ConnectorRequest,
): Answer {
  const fault = connector.faults.shift()
  if (fault) return faultAnswers[fault]
  if (!app) return faultAnswers.unauthorized
  const answer = respondToCall({ ...connector, app }, request)
  if (answer) return answer
  connector.violations.push(`there is no ${request.method} ${request.path}`)
  return fail(400, 'BadSyntax')
}
