// Activities that Teams sends to the app, in the form of Microsoft's documentation.
import { randomUUID } from 'node:crypto'
import type { Conversation, Directory, TeamsPerson } from './directory.ts'
import type { TeamsApp } from './identity.ts'

type InboundActivity = Record<string, unknown> & {
  id: string
  type: string
  serviceUrl: string
}
type Place = { from: TeamsPerson; conversation: Conversation }
/** `thread`: the id of the message that a reply in a channel belongs to. */
type MessageOptions = Place & { text: string; thread?: string }
type CommandContext = 'compose' | 'message' | 'commandbox'
/** The message for which somebody opened the dialog. */
type MessagePayload = { id: string; from: TeamsPerson; html: string; link?: string }
type CommandOptions = Place & { context: CommandContext; payload?: MessagePayload }
type SubmitOptions = CommandOptions & { data: Record<string, unknown> }
type CardActionOptions = Place & {
  /** The activity with the card. */
  replyToId: string
  verb: string
  data: Record<string, unknown>
  trigger?: 'manual' | 'automatic'
}
type InstallationAction = 'add' | 'remove' | 'add-upgrade' | 'remove-upgrade'

export type ActivityBuilders = {
  buildMessage(options: MessageOptions): InboundActivity
  /** Builds a message of a channel or group that mentions the app. */
  buildMention(options: MessageOptions): InboundActivity
  /** Builds the news that the app was added to a team, group or personal chat, or removed. */
  buildConversationUpdate(options: Place & { change: 'added' | 'removed' }): InboundActivity
  buildInstallationUpdate(options: Place & { action: InstallationAction }): InboundActivity
  buildFetchTask(options: CommandOptions): InboundActivity
  buildSubmitAction(options: SubmitOptions): InboundActivity
  buildCardAction(options: CardActionOptions): InboundActivity
}
type BuilderSettings = {
  app: TeamsApp
  serviceUrl: string
  directory: Directory
  now: () => Date
}

const botName = 'Laurel'
const mentionText = `<at>${botName}</at>`
const clientInfo = {
  locale: 'en-US',
  country: 'US',
  platform: 'Web',
  timezone: 'Europe/Madrid',
  type: 'clientInfo',
}

/** Returns the fields of a conversation that an activity names. */
const toConversation = ({ id, type }: Conversation, tenantId: string, thread?: string) => ({
  ...(type === 'personal' ? {} : { isGroup: true }),
  conversationType: type,
  tenantId,
  id: thread ? `${id};messageid=${thread}` : id,
})

function toChannelData(
  { id, teamId, type }: Conversation,
  { app, directory }: BuilderSettings,
): Record<string, unknown> {
  const tenant = { id: app.tenantId }
  const team = teamId === null ? undefined : directory.teams.get(teamId)
  if (type !== 'channel' || !team) return { tenant }
  return {
    teamsChannelId: id,
    teamsTeamId: team.id,
    channel: { id },
    team: { id: team.id, name: team.name, aadGroupId: team.aadGroupId },
    tenant,
  }
}

const toMessagePayload = ({ id, from, html, link }: MessagePayload, now: Date) => ({
  id,
  replyToId: null,
  linkToMessage: link ?? `https://teams.microsoft.com/l/message/19%3Ax%40thread.tacv2/${id}`,
  createdDateTime: now.toISOString(),
  lastModifiedDateTime: null,
  deleted: false,
  subject: null,
  summary: null,
  importance: 'normal',
  locale: 'en-us',
  body: { contentType: 'html', content: html },
  from: {
    device: null,
    conversation: null,
    user: { userIdentityType: 'aadUser', id: from.aadObjectId, displayName: from.name },
    application: null,
  },
  reactions: [],
  mentions: [],
  attachments: [],
})

/** The fields that every activity has. */
function createBaseBuilder(settings: BuilderSettings) {
  const { app, serviceUrl, now } = settings
  return ({ from, conversation }: Place, type: string, thread?: string): InboundActivity => ({
    type,
    id: `f:${randomUUID()}`,
    timestamp: now().toISOString(),
    localTimestamp: now().toISOString(),
    localTimezone: clientInfo.timezone,
    locale: clientInfo.locale,
    channelId: 'msteams',
    serviceUrl,
    from: { id: from.id, name: from.name, aadObjectId: from.aadObjectId },
    recipient: { id: `28:${app.appId}`, name: botName },
    conversation: toConversation(conversation, from.tenantId, thread),
    channelData: toChannelData(conversation, settings),
    entities: [clientInfo],
  })
}
type BuildBase = ReturnType<typeof createBaseBuilder>

/** The fields of an invoke, which Teams answers with the body of our response. */
const buildInvoke = (base: InboundActivity, name: string, source: string, value: object) => ({
  ...base,
  name,
  value,
  channelData: { ...(base['channelData'] as object), source: { name: source } },
})

function createCommandBuilders(buildBase: BuildBase, now: () => Date) {
  const toValue = ({ context, payload }: CommandOptions) => ({
    commandId: 'thank',
    commandContext: context,
    requestId: randomUUID(),
    context: { theme: 'default' },
    ...(payload ? { messagePayload: toMessagePayload(payload, now()) } : {}),
  })
  return {
    buildFetchTask: (options: CommandOptions) =>
      buildInvoke(
        buildBase(options, 'invoke'),
        'composeExtension/fetchTask',
        options.context,
        toValue(options),
      ),
    buildSubmitAction: (options: SubmitOptions) =>
      buildInvoke(buildBase(options, 'invoke'), 'composeExtension/submitAction', options.context, {
        ...toValue(options),
        data: options.data,
      }),
  }
}

/** Creates the builders for an app. The ids of activities are unique. */
export function createActivityBuilders(settings: BuilderSettings): ActivityBuilders {
  const { app, now } = settings
  const bot = { id: `28:${app.appId}` }
  const buildBase = createBaseBuilder(settings)
  const buildMessage = (options: MessageOptions): InboundActivity => ({
    ...buildBase(options, 'message', options.thread),
    text: options.text,
    textFormat: 'plain',
  })
  return {
    ...createCommandBuilders(buildBase, now),
    buildMessage,
    buildMention: (options) => ({
      ...buildMessage({ ...options, text: `${mentionText} ${options.text}\n` }),
      entities: [
        { type: 'mention', mentioned: { ...bot, name: botName }, text: mentionText },
        clientInfo,
      ],
      attachments: [
        {
          contentType: 'text/html',
          content: `<div><span itemscope itemtype="http://schema.skype.com/Mention" itemid="0">${botName}</span> ${options.text}</div>`,
        },
      ],
    }),
    buildConversationUpdate(options) {
      const { conversation, from, change } = options
      const base = buildBase(options, 'conversationUpdate')
      const isAdded = change === 'added'
      const members = conversation.type === 'personal' && isAdded ? [bot, { id: from.id }] : [bot]
      const eventType = isAdded ? 'teamMemberAdded' : 'teamMemberRemoved'
      return {
        ...base,
        [isAdded ? 'membersAdded' : 'membersRemoved']: members,
        ...(conversation.type === 'channel'
          ? { channelData: { ...(base['channelData'] as object), eventType } }
          : {}),
      }
    },
    buildInstallationUpdate(options) {
      const base = buildBase(options, 'installationUpdate')
      const selected = { settings: { selectedChannel: { id: options.conversation.id } } }
      return {
        ...base,
        action: options.action,
        channelData: {
          ...(base['channelData'] as object),
          ...(options.conversation.type === 'channel' ? selected : {}),
          source: { name: 'message' },
        },
      }
    },
    buildCardAction(options) {
      const { replyToId, verb, data, trigger = 'manual' } = options
      const base = { ...buildBase(options, 'invoke', undefined), replyToId }
      const action = { type: 'Action.Execute', verb, data }
      return buildInvoke(base, 'adaptiveCard/action', 'message', { action, trigger })
    },
  }
}
