// People, teams and conversations of a tenant.
import { randomBytes, randomUUID } from 'node:crypto'

export type TeamsPerson = {
  id: string
  name: string
  email: string
  userPrincipalName: string
  aadObjectId: string
  tenantId: string
  userRole: 'user' | 'guest'
}
/** `revisions` counts the updates. */
type StoredActivity = {
  id: string
  body: Record<string, unknown>
  revisions: number
  deleted: boolean
}
export type Conversation = {
  id: string
  type: 'personal' | 'channel' | 'groupChat'
  teamId: string | null
  members: Map<string, TeamsPerson>
  /** Whether the app is installed here. */
  hasBot: boolean
  activities: Map<string, StoredActivity>
  /** The time of the latest message of the app. */
  sentAtMs: number
}
/** The id of a team is the id of its general channel. */
type Team = { id: string; aadGroupId: string; name: string; channels: TeamChannel[] }
type TeamChannel = { id: string; name: string | null }

export type Directory = {
  teams: Map<string, Team>
  conversations: Map<string, Conversation>
  addPerson(fields?: Partial<TeamsPerson>): TeamsPerson
  /** Adds a team with a general channel and these further ones, with the app installed. */
  addTeam(name: string, channels: string[], members: TeamsPerson[]): Team
  addGroupChat(members: TeamsPerson[]): Conversation
  /** Returns the chat of a person with the app, the same one for each call. */
  openPersonalChat(person: TeamsPerson): Conversation
  findPerson(id: string): TeamsPerson | undefined
  /** Returns a conversation by its id, or by the id of a thread in it. */
  findConversation(id: string): Conversation | undefined
}

const randomId = () => randomBytes(16).toString('hex')

export function createDirectory(tenantId: string): Directory {
  const teams = new Map<string, Team>()
  const conversations = new Map<string, Conversation>()
  const people = new Map<string, TeamsPerson>()
  const personalChats = new Map<string, Conversation>()
  const addConversation = (
    id: string,
    type: Conversation['type'],
    members: TeamsPerson[],
    teamId: string | null = null,
  ): Conversation => {
    const conversation: Conversation = {
      id,
      type,
      teamId,
      members: new Map(members.map((member) => [member.id, member])),
      hasBot: true,
      activities: new Map(),
      sentAtMs: -Infinity,
    }
    conversations.set(id, conversation)
    return conversation
  }
  return {
    teams,
    conversations,
    addPerson(fields = {}) {
      const email = fields.email ?? `ana.${randomId().slice(0, 6)}@company.example`
      const person: TeamsPerson = {
        id: `29:1${randomBytes(30).toString('base64url')}`,
        name: 'Ana Pérez',
        email,
        userPrincipalName: email,
        aadObjectId: randomUUID(),
        tenantId,
        userRole: 'user',
        ...fields,
      }
      people.set(person.id, person)
      return person
    },
    addTeam(name, channels, members) {
      const id = `19:${randomId()}@thread.tacv2`
      const team: Team = {
        id,
        aadGroupId: randomUUID(),
        name,
        channels: [
          { id, name: null },
          ...channels.map((channel) => ({ id: `19:${randomId()}@thread.tacv2`, name: channel })),
        ],
      }
      teams.set(id, team)
      for (const channel of team.channels) addConversation(channel.id, 'channel', members, id)
      return team
    },
    addGroupChat: (members) => addConversation(`19:${randomId()}@thread.v2`, 'groupChat', members),
    openPersonalChat(person) {
      const open = personalChats.get(person.id)
      if (open) return open
      const id = `a:1${randomBytes(40).toString('base64url')}`
      const created = addConversation(id, 'personal', [person])
      personalChats.set(person.id, created)
      return created
    },
    findPerson: (id) => people.get(id),
    findConversation: (id) => conversations.get(id.replace(/;messageid=\d+$/, '')),
  }
}
