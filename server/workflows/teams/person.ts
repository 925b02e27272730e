import type { ChatPerson, Identity } from '#server/workflows/chat/identify.ts'
import { identify } from '#server/workflows/chat/identify.ts'
import { conversationIdOf, toStoredName } from './activity.ts'
import { listPersonalChats, listTeamIds } from './conversation-queries.ts'
import { callTimeMs, withinTime } from './deadline.ts'
import { connectorOf, type TeamsRequest } from './request.ts'

type TeamsMember = Extract<
  Awaited<ReturnType<TeamsRequest['services']['teams']['findMember']>>,
  { ok: true }
>['member']

/** Teams in whose lists of members a recipient is looked for. */
const searchedTeams = 3
const guestMark = '#EXT#'

/**
 * Returns the address of a member when the directory of the tenant vouches for it: the address is
 * also the name to sign in with, whose domain Microsoft verified.
 */
function confirmedEmail(member: TeamsMember, isGuest: boolean, isForeign: boolean): string | null {
  const { email, userPrincipalName, tenantId } = member
  if (isGuest || isForeign || tenantId === null || userPrincipalName === null) return null
  return email === null || email.toLowerCase() === userPrincipalName.toLowerCase()
    ? userPrincipalName
    : null
}

/** Returns a member of a conversation as a person of the chat. */
function toChatPerson(member: TeamsMember, tenant: string, timezone = ''): ChatPerson {
  const { userPrincipalName, userRole, tenantId } = member
  const isForeign = tenantId !== null && tenantId.toLowerCase() !== tenant.toLowerCase()
  const isGuest =
    userRole?.toLowerCase() === 'guest' ||
    (userPrincipalName?.toUpperCase().includes(guestMark) ?? false)
  return {
    externalUserId: member.aadObjectId?.toLowerCase() ?? '',
    name: toStoredName(member.name ?? ''),
    timezone,
    confirmedEmail: confirmedEmail(member, isGuest, isForeign),
    isBot: member.id.startsWith('28:'),
    isDeleted: false,
    isGuest,
    isForeign,
  }
}

/** Returns a member of a conversation; null when Teams does not describe them in time. */
async function loadMember(
  request: TeamsRequest,
  conversationId: string,
  externalUserId: string,
  timezone?: string,
): Promise<ChatPerson | null> {
  const { services, connection } = request
  const found = await withinTime(
    services.teams.findMember(connectorOf(request), conversationId, externalUserId),
    callTimeMs,
    () => null,
  )
  if (!found?.ok) return null
  const person = toChatPerson(found.member, connection.external_id, timezone)
  return person.externalUserId === externalUserId ? person : null
}

/**
 * Returns the people whom a form names, null for each whom Teams does not describe. The bot sees the
 * members of conversations that it belongs to: this one, its chats with them, and a few teams.
 */
export async function loadNamedPeople(
  request: TeamsRequest,
  externalUserIds: string[],
): Promise<(ChatPerson | null)[]> {
  const { services, connection, activity } = request
  const { workspace_id: workspaceId } = connection
  const here = await Promise.all(
    externalUserIds.map((id) => loadMember(request, conversationIdOf(activity), id)),
  )
  const absent = externalUserIds.filter((_, index) => !here[index])
  if (!absent.length) return here
  const { chats, teamIds } = await services.db.tenant(workspaceId, async (trx) => ({
    chats: await listPersonalChats(trx, workspaceId, absent),
    teamIds: await listTeamIds(trx, workspaceId, searchedTeams),
  }))
  const findElsewhere = async (externalUserId: string) => {
    const chatId = chats.get(externalUserId)
    const found = await Promise.all(
      [...(chatId === undefined ? [] : [chatId]), ...teamIds].map((conversationId) =>
        loadMember(request, conversationId, externalUserId),
      ),
    )
    return found.find((person) => person !== null) ?? null
  }
  return Promise.all(externalUserIds.map(async (id, index) => here[index] ?? findElsewhere(id)))
}

/** Returns who sent a request. An account without an id of the directory is not of the tenant. */
export async function identifySender(request: TeamsRequest): Promise<Identity> {
  const { services, connection, activity, at } = request
  const externalUserId = activity.from.aadObjectId
  if (externalUserId == null) return { kind: 'refused', reason: 'foreign' }
  return identify(services, {
    connection,
    externalUserId,
    at,
    loadPerson: () =>
      loadMember(request, conversationIdOf(activity), externalUserId, activity.localTimezone ?? ''),
  })
}
