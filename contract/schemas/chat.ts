import { z } from 'zod'
import {
  type ChannelEventKind,
  channelEventKinds,
  chatChecks,
  chatProviders,
  directMessageKinds,
} from '#contract/chat.ts'
import { limits } from '#contract/limits.ts'
import { type AudienceInput, audience, audienceInput } from './audiences.ts'
import {
  codeWithBounds,
  flag,
  id,
  idParams,
  namedObject,
  namedStrictObject,
  oneLineText,
  time,
  wholeNumber,
} from './common.ts'

const chatProvider = z.enum(chatProviders, 'wrong_format').meta({ id: 'ChatProvider' })
export const chatProviderParams = z.strictObject({ provider: chatProvider })

/**
 * The app of a workspace in Slack or Microsoft Teams. `none`: not set up. `setup`: not authorized
 * yet. `disconnected`: the chat refuses our requests, for `state_reason`, or the data was restored
 * from a backup. `external_name`: the workspace or tenant in the chat.
 */
export const chatConnection = namedObject('ChatConnection', {
  provider: chatProvider,
  state: z.enum(['none', 'setup', 'connected', 'disconnected']),
  state_reason: z.enum(['revoked', 'uninstalled', 'credentials']).nullable(),
  external_id: z.string(),
  external_name: z.string(),
  app_id: z.string(),
  client_id: z.string(),
  /** The operator of this server provides the app. */
  operator_app: z.boolean(),
  socket_mode: z.boolean(),
  allow_guests: z.boolean(),
  invite_strangers: z.boolean(),
  direct_messages: z.boolean(),
  linked_people: z.number().int(),
  /** The connection whose log lists the direct messages. */
  hook_id: id('hook').nullable(),
  /** The address that receives the requests of the chat. */
  request_url: z.string(),
  redirect_url: z.string(),
  connected_at: time.nullable(),
})
export type ChatConnection = z.infer<typeof chatConnection>

const credential = oneLineText(1, limits.chat_credential_chars_max).nullable()
/** Secrets are stored encrypted and never returned. Absent fields keep their value. */
export const chatConnectionInput = z
  .strictObject({
    client_id: oneLineText(0, limits.chat_credential_chars_max),
    client_secret: credential,
    signing_secret: credential,
    /** Of Socket Mode. */
    app_token: credential,
    app_id: oneLineText(0, limits.chat_credential_chars_max),
    tenant_id: oneLineText(0, limits.chat_credential_chars_max),
    socket_mode: flag,
    allow_guests: flag,
    invite_strangers: flag,
    direct_messages: flag,
  })
  .partial()
  .meta({ id: 'ChatConnectionInput' })

export const slackManifestQueryParams = z.strictObject({
  socket_mode: z.enum(['0', '1'], 'wrong_format').default('0'),
})
/** The manifest as JSON, and the page of Slack that creates an app from it. */
export const slackManifest = namedObject('SlackManifest', {
  manifest: z.string(),
  create_url: z.url(),
})
export const slackAuthorized = namedStrictObject('SlackAuthorized', {
  code: oneLineText(1, limits.chat_credential_chars_max),
  state: oneLineText(1, limits.chat_credential_chars_max),
})
/** `detail`: what is missing, as the chat names it. */
const chatCheckResult = namedObject('ChatCheckResult', {
  name: z.enum(chatChecks),
  ok: z.boolean(),
  detail: z.string(),
})
export const chatCheck = namedObject('ChatCheck', {
  connection: chatConnection,
  checks: z.array(chatCheckResult),
})
export type ChatCheck = z.infer<typeof chatCheck>
/** Channels that the app knows. Slack lists none, because the app may not read channels. */
export const chatChannels = z.array(
  namedObject('ChatChannel', { id: z.string(), name: z.string() }),
)

const kinds = z
  .array(z.enum(channelEventKinds, 'wrong_format'), 'required')
  .min(1, 'required')
  .max(channelEventKinds.length, 'wrong_format')
const valueIds = z
  .array(id('value'), 'wrong_format')
  .max(limits.values_max, codeWithBounds('out_of_range', 0, limits.values_max))
/**
 * A channel that shows public posts to people of an audience, about some values (all, if there are
 * none), and new people. `off_reason`: `channel` if the chat refuses the channel.
 */
export const chatRoute = namedObject('ChatRoute', {
  id: id('chat_route'),
  provider: chatProvider,
  channel_id: z.string(),
  channel_name: z.string(),
  kinds: z.array(z.enum(channelEventKinds)),
  value_ids: z.array(id('value')),
  audience: audience.nullable(),
  state: z.enum(['active', 'paused', 'off']),
  off_reason: z.enum(['failing', 'gone', 'channel', 'disconnected']).nullable(),
  waiting: z.number().int(),
  delivered_at: time.nullable(),
  created_at: time,
})
export type ChatRoute = z.infer<typeof chatRoute>
/** What a channel shows. No value ids: posts about all values. */
export type RouteFilters = {
  kinds: ChannelEventKind[]
  value_ids: string[]
  audience: AudienceInput | null
}
/** `replaces`: a bridge with an incoming webhook that ends with the creation of the route. */
export const chatRouteCreate = namedStrictObject('ChatRouteCreate', {
  provider: chatProvider,
  channel: oneLineText(1, limits.chat_channel_chars_max),
  kinds: kinds.default(['thanks']),
  value_ids: valueIds.default([]),
  audience: audienceInput.nullable().default(null),
  replaces: id('hook').optional(),
})
export const chatRouteUpdate = z
  .strictObject({
    kinds,
    value_ids: valueIds,
    audience: audienceInput.nullable(),
    paused: flag,
  })
  .partial()
  .meta({ id: 'ChatRouteUpdate' })
export const chatRouteParams = idParams('chat_route')

const hour = wholeNumber(0, 23)
const mutedKinds = z
  .array(z.enum(directMessageKinds, 'wrong_format'), 'wrong_format')
  .max(directMessageKinds.length, 'wrong_format')
/**
 * The user's own account in a chat. Direct messages wait while it is `quiet_from` to `quiet_until`
 * (full hours) in `timezone`. `send_at_once`: commands send without a preview.
 */
export const chatLink = namedObject('ChatLink', {
  provider: chatProvider,
  external_name: z.string(),
  linked_by: z.enum(['email', 'person']),
  muted: z.array(z.enum(directMessageKinds)),
  quiet_from: z.number().int(),
  quiet_until: z.number().int(),
  timezone: z.string(),
  send_at_once: z.boolean(),
  created_at: time,
})
export type ChatLink = z.infer<typeof chatLink>
export const chatLinkUpdate = z
  .strictObject({ muted: mutedKinds, quiet_from: hour, quiet_until: hour, send_at_once: flag })
  .partial()
  .meta({ id: 'ChatLinkUpdate' })
/** The token of a one-time link that a person got in the chat. */
export const chatLinkToken = namedStrictObject('ChatLinkToken', {
  token: oneLineText(1, limits.chat_credential_chars_max),
})
export const chatLinkRequest = namedObject('ChatLinkRequest', {
  provider: chatProvider,
  external_name: z.string(),
  person_name: z.string(),
})
export type ChatLinkRequest = z.infer<typeof chatLinkRequest>
