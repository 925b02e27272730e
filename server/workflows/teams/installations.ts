import { decryptReference, encryptReference } from '#server/modules/chat-messages/credentials.ts'
import { findConversation } from '#server/modules/chat-messages/message-queries.ts'
import { buildTeamsNotice } from '#server/modules/chat-messages/teams-messages.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { conversationIdOf, isPersonal } from './activity.ts'
import { accepted, cardContentType, type TeamsAnswer } from './answers.ts'
import {
  deleteConversation,
  deleteTeam,
  saveConversation,
  updateReference,
} from './conversation-queries.ts'
import { callTimeMs, withinTime } from './deadline.ts'
import { connectorOf, type TeamsRequest, teamsText } from './request.ts'

const channelsMax = 500
const nameCharsMax = 300

type Channel = { id: string; name: string | null }

/** Returns the reference of a conversation, encrypted. */
const createReference = (
  { services, connection, activity }: TeamsRequest,
  externalId: string,
  userId?: string,
): Buffer =>
  encryptReference(services, connection.workspace_id, externalId, {
    service_url: activity.serviceUrl,
    ...(userId === undefined ? {} : { user_id: userId }),
  })

/** Returns the name of a channel as the list of channels shows it. The general one has no name. */
const channelName = ({ language }: TeamsRequest, team: string, { name }: Channel) =>
  [team, name || teamsText(language, 'general_channel')]
    .filter(Boolean)
    .join(' › ')
    .slice(0, nameCharsMax)
    .replaceAll('\u0000', '')
    .toWellFormed()

async function saveChannel(
  trx: Trx,
  request: TeamsRequest,
  team: { id: string; name: string },
  channel: Channel,
): Promise<void> {
  await saveConversation(trx, {
    workspace_id: request.connection.workspace_id,
    external_id: channel.id,
    kind: 'channel',
    team_id: team.id,
    name: channelName(request, team.name, channel),
    external_user_id: '',
    reference: createReference(request, channel.id),
    created_at: request.at,
  })
}

/** Remembers the channels of a team. Without their list, the channel of the activity remains. */
async function rememberTeam(
  request: TeamsRequest,
  team: { id: string; name: string },
): Promise<void> {
  const { services, connection, activity } = request
  const listed = await withinTime(
    services.teams.listChannels(connectorOf(request), team.id),
    callTimeMs,
    () => null,
  )
  const { channel } = activity.channelData ?? {}
  const known = listed?.ok ? listed.channels.slice(0, channelsMax) : []
  const channels = known.length ? known : [channel ?? { id: team.id, name: null }]
  await services.db.tenant(connection.workspace_id, async (trx) => {
    for (const one of channels) await saveChannel(trx, request, team, one)
  })
}

/** Remembers the chat of a person with the bot. Returns whether it is new. */
export async function rememberPersonalChat(request: TeamsRequest): Promise<boolean> {
  const { services, connection, activity, at } = request
  const { aadObjectId, id, name } = activity.from
  if (aadObjectId == null) return false
  const externalId = conversationIdOf(activity)
  return services.db.tenant(connection.workspace_id, (trx) =>
    saveConversation(trx, {
      workspace_id: connection.workspace_id,
      external_id: externalId,
      kind: 'personal',
      team_id: '',
      name,
      external_user_id: aadObjectId,
      reference: createReference(request, externalId, id),
      created_at: at,
    }),
  )
}

/**
 * Follows the address of a channel's Connector: Microsoft moves conversations, and messages are sent
 * to the stored address.
 */
export async function followServiceUrl(request: TeamsRequest): Promise<void> {
  const { services, connection, activity } = request
  const { workspace_id: workspaceId } = connection
  const externalId = conversationIdOf(activity)
  await services.db.tenant(workspaceId, async (trx) => {
    const known = await findConversation(trx, workspaceId, 'teams', externalId)
    if (!known) return
    const { service_url: serviceUrl } = decryptReference(services, workspaceId, known)
    if (serviceUrl !== activity.serviceUrl)
      await updateReference(trx, workspaceId, externalId, createReference(request, externalId))
  })
}

/** Greets a person. A greeting that Teams refuses is not repeated. */
async function greetPerson(request: TeamsRequest): Promise<void> {
  const { services, activity, language } = request
  const { name } = activity.from
  const text = name
    ? teamsText(language, 'greeting.named', { name })
    : teamsText(language, 'greeting.unnamed')
  const card = buildTeamsNotice({
    text: `${text} ${teamsText(language, 'greeting.text')}`,
    link: { url: services.config.publicUrl, label: teamsText(language, 'thanks.open') },
  })
  const sent = await withinTime(
    services.teams.sendActivity(connectorOf(request), activity.conversation.id, {
      type: 'message',
      attachments: [{ contentType: cardContentType, content: card }],
    }),
    callTimeMs,
    () => null,
  )
  if (!sent?.ok)
    services.log.info({ workspace: request.connection.workspace_id }, 'teams greeting not sent')
}

/** Remembers where the bot was added. A group chat needs no reference: nothing is sent there later. */
async function addConversation(request: TeamsRequest): Promise<void> {
  const { activity, connection } = request
  if (isPersonal(activity)) {
    const isNew = await rememberPersonalChat(request)
    if (isNew && connection.state === 'connected') await greetPerson(request)
    return
  }
  const team = activity.channelData?.team
  if (team) await rememberTeam(request, team)
}

/** Forgets the conversation that the bot left, and no other one of the tenant. */
async function removeConversation({
  services,
  connection: { workspace_id: workspaceId },
  activity,
}: TeamsRequest): Promise<void> {
  const team = activity.channelData?.team
  await services.db.tenant(workspaceId, (trx) =>
    team && !isPersonal(activity)
      ? deleteTeam(trx, workspaceId, team.id)
      : deleteConversation(trx, workspaceId, conversationIdOf(activity)),
  )
}

/** Follows the channels of a team that has the bot. */
async function followTeam(request: TeamsRequest, eventType: string): Promise<void> {
  const { services, connection, activity } = request
  const { workspace_id: workspaceId } = connection
  const { team, channel } = activity.channelData ?? {}
  if (!team) return
  const change = (work: (trx: Trx) => Promise<void>) => services.db.tenant(workspaceId, work)
  switch (eventType) {
    case 'channelCreated':
    case 'channelRenamed':
    case 'channelRestored':
      if (channel) await change((trx) => saveChannel(trx, request, team, channel))
      break
    case 'channelDeleted':
      if (channel) await change((trx) => deleteConversation(trx, workspaceId, channel.id))
      break
    case 'teamRenamed':
    case 'teamRestored':
      await rememberTeam(request, team)
      break
    case 'teamDeleted':
      await change((trx) => deleteTeam(trx, workspaceId, team.id))
  }
}

/** Processes a change of a conversation's members or channels. */
export async function updateConversation(request: TeamsRequest): Promise<TeamsAnswer> {
  const { activity } = request
  const isBot = ({ id }: { id: string }) => id === activity.recipient.id
  if (activity.membersAdded.some(isBot)) await addConversation(request)
  else if (activity.membersRemoved.some(isBot)) await removeConversation(request)
  else await followTeam(request, activity.channelData?.eventType ?? '')
  return accepted
}

/** Processes an installation. An upgrade removes and adds the app, and changes nothing for us. */
export async function updateInstallation(request: TeamsRequest): Promise<TeamsAnswer> {
  const { action } = request.activity
  if (action === 'add' || action === 'add-upgrade') await addConversation(request)
  else if (action === 'remove') await removeConversation(request)
  return accepted
}
