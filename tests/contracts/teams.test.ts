import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTeamsClient, type OutgoingActivity } from '#server/adapters/chat/teams-client.ts'
import { createTeamsTokenVerifier } from '#server/adapters/chat/teams-token.ts'
import { movableClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { startTeamsServer, type TeamsServer } from './teams-server.ts'
import { findCardProblems } from './teams/card-check.ts'
import type { Conversation, TeamsPerson } from './teams/directory.ts'

/** The local stand-in of Microsoft Teams refuses what Teams would refuse. */
const clock = movableClock(new Date('2026-06-15T12:00:00Z'))
let teams: TeamsServer
let ana: TeamsPerson
let chat: Conversation
beforeAll(async () => {
  teams = await startTeamsServer({ now: () => clock.now() })
})
afterAll(() => teams?.stop())
beforeEach(() => {
  teams.violations.length = 0
  ana = teams.directory.addPerson()
  chat = teams.directory.openPersonalChat(ana)
})
const settings = () => ({
  loginUrl: teams.env['TEAMS_LOGIN_URL'] ?? '',
  openIdUrl: teams.env['TEAMS_OPENID_URL'] ?? '',
  serviceHosts: [],
  allowLoopbackTargets: true,
})
const send = (activity: OutgoingActivity) =>
  createTeamsClient(settings(), clock).sendActivity(
    { ...teams.app, serviceUrl: teams.serviceUrl },
    chat.id,
    activity,
  )

const card = (...body: object[]) => ({
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  type: 'AdaptiveCard',
  version: '1.5',
  body,
})
const attach = (content: object): OutgoingActivity => ({
  type: 'message',
  summary: 'A card',
  attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
})

test('accepts a card with inputs, a table and buttons', () => {
  const full = {
    ...card(
      { type: 'TextBlock', text: 'Thanks, <at>Ana</at>', wrap: true, style: 'heading' },
      { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: 'bold', weight: 'bolder' }] },
      { type: 'FactSet', facts: [{ title: 'Points', value: '5' }] },
      {
        type: 'ColumnSet',
        columns: [{ type: 'Column', width: 'auto', items: [{ type: 'TextBlock', text: 'a' }] }],
      },
      { type: 'Input.Text', id: 'text', label: 'Text', isMultiline: true, maxLength: 500 },
      { type: 'Input.Toggle', id: 'private', title: 'Private', label: 'Privacy' },
      {
        type: 'Input.ChoiceSet',
        id: 'people',
        label: 'People',
        isMultiSelect: true,
        choices: [],
        'choices.data': { type: 'Data.Query', dataset: 'graph.microsoft.com/users' },
      },
      {
        type: 'Table',
        columns: [{ width: 1 }],
        rows: [
          {
            type: 'TableRow',
            cells: [{ type: 'TableCell', items: [{ type: 'TextBlock', text: 'z' }] }],
          },
        ],
      },
    ),
    msteams: {
      width: 'Full',
      entities: [
        { type: 'mention', text: '<at>Ana</at>', mentioned: { id: '29:ana', name: 'Ana' } },
      ],
    },
    refresh: { action: { type: 'Action.Execute', verb: 'refresh' }, userIds: ['29:ana'] },
    actions: [
      { type: 'Action.Execute', title: 'Like', verb: 'like', data: { post: 'p1' } },
      { type: 'Action.OpenUrl', title: 'Open', url: 'https://laurel.example/' },
    ],
  }
  expect(findCardProblems(full)).toEqual([])
})

test.each<[string, unknown]>([
  ['no card', { type: 'message' }],
  ['no version', { type: 'AdaptiveCard' }],
  ['a newer version', { type: 'AdaptiveCard', version: '1.6', body: [] }],
  ['an unknown element', card({ type: 'Badge', text: 'a' })],
  ['an unknown action', { ...card(), actions: [{ type: 'Action.Post', title: 'a' }] }],
  ['an unknown property', card({ type: 'TextBlock', text: 'a', colour: 'good' })],
  ['an unknown property of the card', { ...card(), channel: 'x' }],
  ['an unknown value', card({ type: 'TextBlock', text: 'a', size: 'huge' })],
  ['a wrong type', card({ type: 'TextBlock', text: 'a', wrap: 'yes' })],
  ['a text that is missing', card({ type: 'TextBlock' })],
  ['a body that is no list', { ...card(), body: 'text' }],
  ['an input without id', card({ type: 'Input.Text', label: 'a' })],
  ['a fact without value', card({ type: 'FactSet', facts: [{ title: 'a' }] })],
  [
    'two inputs of one id',
    card({ type: 'Input.Text', id: 'a' }, { type: 'Input.Number', id: 'a' }),
  ],
  ['a link without address', { ...card(), actions: [{ type: 'Action.OpenUrl', title: 'a' }] }],
  [
    'a mention outside the text',
    { ...card(), msteams: { entities: [{ type: 'mention', text: '<at>Ana</at>' }] } },
  ],
])('refuses a card with %s', (_, content) => {
  expect(findCardProblems(content)).not.toEqual([])
})

test.each<[string, OutgoingActivity]>([
  ['a broken card', attach(card({ type: 'TextBlock' }))],
  [
    'another attachment',
    { type: 'message', attachments: [{ contentType: 'image/png', content: {} }] },
  ],
  ['more than 28 kB', { type: 'message', text: 'x'.repeat(28 * 1_024) }],
  ['an empty message', { type: 'message' }],
  [
    'a mention outside the text',
    { type: 'message', text: 'Hi', entities: [{ type: 'mention', text: '<at>A</at>' }] },
  ],
  ['an unknown field', { type: 'message', text: 'a', from: 'x' } as OutgoingActivity],
])('answers 400 to %s', async (_, activity) => {
  expect(await send(activity)).toMatchObject({ ok: false, status: 400, error: 'BadSyntax' })
  expect(teams.violations).toHaveLength(1)
  expect(chat.activities.size).toBe(0)
})

test('records a second message to a conversation within a second', async () => {
  const hello: OutgoingActivity = { type: 'message', text: 'Hello' }
  expect((await send(hello)).ok).toBe(true)
  clock.advance(999)
  expect(await send(hello)).toMatchObject({ status: 429, retry_after_s: 1 })
  expect(teams.violations).toHaveLength(1)
  clock.advance(1_000)
  expect((await send(hello)).ok).toBe(true)
})

test('refuses a conversation that the app has left', async () => {
  chat.hasBot = false
  expect(await send({ type: 'message', text: 'Hello' })).toMatchObject({
    kind: 'forbidden',
    error: 'BotNotInConversationRoster',
  })
  expect(teams.violations).toEqual([])
})

test('signs tokens for the activities that it builds', async () => {
  const team = teams.directory.addTeam('Product', ['Launch'], [ana])
  const channel = teams.directory.findConversation(team.channels[1]?.id ?? '')
  if (!channel) throw new Error('no channel')
  const place = { from: ana, conversation: channel }
  const mention = teams.activities.buildMention({ ...place, text: 'help', thread: '1700' })
  expect(mention).toMatchObject({
    text: '<at>Laurel</at> help\n',
    channelId: 'msteams',
    from: { id: ana.id, aadObjectId: ana.aadObjectId },
    conversation: { id: `${channel.id};messageid=1700`, tenantId: teams.app.tenantId },
    channelData: { team: { id: team.id }, channel: { id: channel.id } },
  })
  const { appId } = teams.app
  const { serviceUrl } = mention
  const authorization = `Bearer ${teams.token({ appId, serviceUrl, at: clock.now() })}`
  const verifier = createTeamsTokenVerifier(settings(), createLog('silent'))
  expect(await verifier.verify({ authorization, appId, serviceUrl, at: clock.now() })).toBe('valid')
})

test('builds installations, commands and card actions', () => {
  const { activities } = teams
  const place = { from: ana, conversation: chat }
  const bot = { id: `28:${teams.app.appId}` }
  const payload = { id: '1700', from: ana, html: '<p>Done</p>' }
  expect([
    activities.buildMessage({ ...place, text: 'balance' }),
    activities.buildConversationUpdate({ ...place, change: 'added' }),
    activities.buildConversationUpdate({ ...place, change: 'removed' }),
    activities.buildInstallationUpdate({ ...place, action: 'add' }),
    activities.buildFetchTask({ ...place, context: 'message', payload }),
    activities.buildSubmitAction({ ...place, context: 'compose', data: { text: 'a' } }),
    activities.buildCardAction({ ...place, replyToId: '1', verb: 'like', data: { post: 'p' } }),
  ]).toMatchObject([
    { type: 'message', text: 'balance', conversation: { conversationType: 'personal' } },
    { type: 'conversationUpdate', membersAdded: [bot, { id: ana.id }] },
    { type: 'conversationUpdate', membersRemoved: [bot] },
    { type: 'installationUpdate', action: 'add' },
    {
      name: 'composeExtension/fetchTask',
      value: { commandId: 'thank', messagePayload: { from: { user: { id: ana.aadObjectId } } } },
    },
    {
      name: 'composeExtension/submitAction',
      value: { commandContext: 'compose', data: { text: 'a' } },
    },
    {
      name: 'adaptiveCard/action',
      replyToId: '1',
      value: { action: { type: 'Action.Execute', verb: 'like' }, trigger: 'manual' },
    },
  ])
})
