/**
 * The permissions of the Slack app, the least that its features need. The page that connects Slack
 * lists them line by line.
 */
export const slackScopes = [
  'commands',
  'chat:write',
  'chat:write.public',
  'im:write',
  'users:read',
  'users:read.email',
] as const

/** Chats whose apps give points, and show and send messages (docs/chat.md). */
export const chatProviders = ['slack', 'teams'] as const
export type ChatProvider = (typeof chatProviders)[number]

/** Direct messages that a person may switch off. */
export const directMessageKinds = ['thanks', 'purchase', 'reminder', 'award', 'jury'] as const
export type DirectMessageKind = (typeof directMessageKinds)[number]

/** Events that a channel may show. */
export const channelEventKinds = ['thanks', 'joined'] as const
export type ChannelEventKind = (typeof channelEventKinds)[number]

/** Results on the check page of a connection. */
export const chatChecks = [
  'credentials',
  'token',
  'scopes',
  'requests',
  'tenant',
  'installed',
] as const
