import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { startTeamsServer, type TeamsServer } from '#tests/contracts/teams-server.ts'
import { findCardProblems } from '#tests/contracts/teams/card-check.ts'
import type { Conversation, TeamsPerson } from '#tests/contracts/teams/directory.ts'
import type { TokenOverrides } from '#tests/contracts/teams/identity.ts'
import { connectTeams } from './chat.ts'
import { makeMember, makeTeam, type Member, type Team } from './factories.ts'
import { startTestApp, type TestApp } from './test-app.ts'

type Json = Record<string, unknown>
type CardElement = Json & { type: string; id?: string; inlines?: { text: string }[] }
export type TestCard = { body: CardElement[]; actions?: (Json & { title: string; data: Json })[] }
export type TeamsReply = {
  status: number
  body: Json
  /** The text of a dialog, or of the answer to a button. */
  text: string | undefined
  /** The card of a dialog, or of the answer to a button. */
  card: TestCard | undefined
}
type SendOptions = {
  workspaceId?: string
  overrides?: TokenOverrides
  /** null sends none. */
  authorization?: string | null
  body?: string
}

/** A person of Teams with a user here, whose addresses are equal. */
export type Colleague = { person: TeamsPerson; member: Member; chat: Conversation }

export type TeamsChat = {
  t: TestApp
  teams: TeamsServer
  team: Team
  hookId: string
  /** Posts an activity to the bot with a token of Microsoft. Every card of the answer is checked. */
  send(activity: object, options?: SendOptions): Promise<TeamsReply>
  addColleague(name: string, state?: 'accepted' | 'deactivated'): Promise<Colleague>
}

/** Returns the texts of a card. */
export const textsOf = (card: TestCard | undefined): string[] =>
  (card?.body ?? []).flatMap(({ inlines }) => inlines?.map(({ text }) => text) ?? [])
/** Returns the values of the inputs of a card by their ids. */
export const inputsOf = (card: TestCard | undefined): Json =>
  Object.fromEntries(
    (card?.body ?? []).flatMap(({ type, id, value }) =>
      type.startsWith('Input.') && id ? [[id, value]] : [],
    ),
  )
/** Returns the data of a button of a card. */
export function buttonOf(card: TestCard | undefined, title: string): Json {
  const found = card?.actions?.find((action) => action.title === title)
  if (!found) throw new Error(`no button ${title} in ${JSON.stringify(card?.actions)}`)
  return found.data
}
/** Returns the cards that the bot sent into a conversation, oldest first. */
export const cardsIn = ({ activities }: Conversation): TestCard[] =>
  [...activities.values()].flatMap(({ body }) =>
    (body['attachments'] as { content: TestCard }[]).map(({ content }) => content),
  )

/** Returns the answer to an activity. Its card must be valid. */
export function readReply(status: number, text: string): TeamsReply {
  const body = JSON.parse(text) as Json
  const task = body['task'] as Json | undefined
  const value = task ? task['value'] : body['value']
  const dialog = (value as { card?: { content: TestCard } } | undefined)?.card?.content
  const card = dialog ?? (typeof value === 'object' ? (value as TestCard | undefined) : undefined)
  if (card) expect(findCardProblems(card)).toEqual([])
  return { status, body, text: typeof value === 'string' ? value : undefined, card }
}

/** Returns an activity as Teams posts it, with a token of Microsoft. */
export function signActivity(
  { t, teams }: TeamsChat,
  activity: object,
  overrides?: TokenOverrides,
) {
  const { serviceUrl } = activity as { serviceUrl: string }
  const { appId } = teams.app
  const token = teams.token({
    appId,
    serviceUrl,
    at: t.clock.now(),
    ...(overrides ? { overrides } : {}),
  })
  return {
    payload: JSON.stringify(activity),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  }
}

async function sendActivity(
  chat: TeamsChat,
  activity: object,
  { workspaceId = chat.team.workspace_id, overrides, authorization, body }: SendOptions = {},
): Promise<TeamsReply> {
  const { payload, headers } = signActivity(chat, activity, overrides)
  const { authorization: token, ...others } = headers
  const response = await chat.t.app.inject({
    method: 'POST',
    url: `/chat/teams/${workspaceId}/messages`,
    headers: {
      ...others,
      ...(authorization === null ? {} : { authorization: authorization ?? token }),
    },
    payload: body ?? payload,
  })
  return readReply(response.statusCode, response.body)
}

async function addColleague(
  { t, teams, team }: TeamsChat,
  name: string,
  state: 'accepted' | 'deactivated' = 'accepted',
): Promise<Colleague> {
  const member = await makeMember(t, team.workspace_id, { first_name: name, last_name: '', state })
  const person = teams.directory.addPerson({ name, email: member.email })
  return { member, person, chat: teams.directory.openPersonalChat(person) }
}

/**
 * Starts an app that is connected to a local Teams before the tests of a file. Each test must leave
 * no violation. The object is empty until then.
 */
export function setupTeamsChat(
  options: { app?: Parameters<typeof startTestApp>[0]; limit?: number | null } = {},
): TeamsChat {
  const chat = {} as TeamsChat
  beforeAll(async () => {
    const clock = { now: () => chat.t?.clock.now() ?? new Date() }
    const teams = await startTeamsServer({ now: () => clock.now() })
    teams.messageGapMs.value = 0
    const t = await startTestApp({
      ...options.app,
      env: { ...teams.env, PUBLIC_URL: 'https://laurel.example', ...options.app?.env },
    })
    Object.assign(chat, { t, teams })
    const team = await makeTeam(t, { limit: options.limit === undefined ? 1_000 : options.limit })
    const hookId = await connectTeams(t, team, teams)
    Object.assign(chat, {
      team,
      hookId,
      send: (activity: object, more?: SendOptions) => sendActivity(chat, activity, more),
      addColleague: (name: string, state?: 'accepted' | 'deactivated') =>
        addColleague(chat, name, state),
    } satisfies Partial<TeamsChat>)
  })
  afterEach(() => {
    const found = chat.teams.violations.splice(0)
    chat.teams.faults.length = 0
    expect(found).toEqual([])
  })
  afterAll(async () => {
    await chat.t?.close()
    await chat.teams?.stop()
  })
  return chat
}
