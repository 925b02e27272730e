import type { ChatProvider } from '#contract/chat.ts'
import { limits } from '#contract/limits.ts'
import type { BodyOf } from '#contract/routes/index.ts'
import type { AudienceInput } from '#contract/schemas/audiences.ts'
import type { ChatRoute, RouteFilters } from '#contract/schemas/chat.ts'
import { assertAudience, presentAudiences } from '#server/modules/audiences/load-audience.ts'
import type { ChatFailure } from '#server/modules/chat-messages/chat-transport.ts'
import {
  type ChatConnectionRow,
  findConnection,
  lockConnection,
} from '#server/modules/chat-messages/connection-queries.ts'
import { disconnectApp } from '#server/modules/chat-messages/disconnect-app.ts'
import { findConversation } from '#server/modules/chat-messages/message-queries.ts'
import { openChatTransport } from '#server/modules/chat-messages/send-chat-delivery.ts'
import { listValues } from '#server/modules/values/queries.ts'
import { requireChannelHook, requireWebhook } from '#server/modules/webhooks/access.ts'
import {
  deleteWebhookRow,
  insertWebhook,
  listChannelHooks,
  updateWebhookRow,
  type WebhookRow,
} from '#server/modules/webhooks/queries.ts'
import { urlHost } from '#server/modules/webhooks/webhook-url.ts'
import { findSettings, lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { notifyWorkers } from '#server/platform/background/queues.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { newId } from '#server/platform/ids.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import { appAddresses, appKind } from './connections.ts'
import { countChannels, moveWaitingDeliveries } from './queries.ts'

const noFilters: RouteFilters = { kinds: [], value_ids: [], audience: null }
const providerOfRow = ({ kind }: Pick<WebhookRow, 'kind'>): ChatProvider =>
  kind === 'teams_app' ? 'teams' : 'slack'

/** Returns channels as the API shows them, with the names of their audiences. */
async function presentRoutes(
  trx: Trx,
  workspaceId: string,
  rows: WebhookRow[],
): Promise<ChatRoute[]> {
  const filters = rows.map((row) => row.filters ?? noFilters)
  const audiences = filters.flatMap(({ audience }) => audience ?? [])
  const presented = await presentAudiences(trx, workspaceId, audiences)
  return rows.map((row, index) => {
    const { kinds, value_ids: valueIds, audience } = filters[index] ?? noFilters
    return {
      id: row.id,
      provider: providerOfRow(row),
      channel_id: row.channel_id ?? '',
      channel_name: row.channel_name,
      kinds,
      value_ids: valueIds,
      audience: audience && (presented[audiences.indexOf(audience)] ?? null),
      state: row.state,
      off_reason: row.off_reason,
      waiting: Number(row.waiting),
      delivered_at: row.delivered_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    }
  })
}

export const loadRoutes = async (trx: Trx, workspaceId: string): Promise<ChatRoute[]> =>
  presentRoutes(trx, workspaceId, await listChannelHooks(trx, workspaceId))

async function loadRoute(trx: Trx, workspaceId: string, id: string): Promise<ChatRoute> {
  const row = await requireChannelHook(trx, workspaceId, id)
  const [route] = await presentRoutes(trx, workspaceId, [row])
  return route ?? throwRefusal('not_found')
}

/**
 * Throws not_found for an unknown value, and the codes of `assertAudience`. `before`: the stored
 * audience.
 */
async function assertFilters(
  trx: Trx,
  actor: Actor,
  { value_ids: valueIds, audience }: Partial<RouteFilters>,
  { before, at }: { before?: AudienceInput | null; at: Date },
): Promise<void> {
  const { workspace_id: workspaceId } = actor
  if (valueIds?.length) {
    const values = await listValues(trx, workspaceId)
    if (!valueIds.every((id) => values.some((value) => value.id === id)))
      throwRefusal('not_found', { field: 'value_ids' })
  }
  if (audience)
    await assertAudience(trx, workspaceId, audience, toLocalDay(at, actor.timezone), { before })
}

const slackLinkPattern =
  /^https:\/\/[a-z0-9-]+(?:\.enterprise)?\.slack\.com\/archives\/([A-Z0-9]+)/i

/** Returns the channel of a link, an id, or a name with or without its mark. */
function parseSlackChannel(text: string): string {
  const linked = slackLinkPattern.exec(text)?.[1]
  if (linked) return linked
  return /^[CG][A-Z0-9]{6,}$/.test(text) || text.startsWith('#') ? text : `#${text}`
}

const refuseChannel = ({ error }: Pick<ChatFailure, 'error'>): never =>
  throwRefusal('chat_channel_refused', { field: 'channel', params: { reason: error } })

/**
 * Sends the first message to a channel, outside any transaction: the chat names the channel, and a
 * channel that the app cannot write to is refused.
 */
async function sendFirstMessage(
  services: Services,
  connection: ChatConnectionRow,
  channel: string,
): Promise<{ id: string; name: string }> {
  const { db } = services
  const { workspace_id: workspaceId, provider } = connection
  const { language, known } = await db.tenant(workspaceId, async (trx) => ({
    language: (await findSettings(trx, workspaceId)).language,
    known: await findConversation(trx, workspaceId, provider, channel),
  }))
  const transport = await openChatTransport(services, connection)
  if (!transport) return throwRefusal('chat_not_connected')
  const target = provider === 'slack' ? parseSlackChannel(channel) : channel
  const sent = await transport.send(target, {
    notice: { text: translate(language, 'chat', 'ping') },
  })
  if (!sent.ok) {
    if (sent.verdict === 'revoked') await disconnectApp(services, connection, 'revoked')
    return refuseChannel(sent)
  }
  const name = provider === 'slack' ? target : (known?.name ?? channel)
  return {
    id: sent.channel_id,
    name: name.replace(/^#/, '').slice(0, limits.chat_channel_chars_max),
  }
}

/**
 * Throws chat_not_connected when an app was disconnected, or connected to another team of the chat,
 * since it was read. Locks it.
 */
async function assertConnected(
  trx: Trx,
  { workspace_id: workspaceId, provider, external_id: teamId }: ChatConnectionRow,
): Promise<void> {
  const current = await lockConnection(trx, workspaceId, provider)
  if (current?.state !== 'connected' || current.external_id !== teamId)
    throwRefusal('chat_not_connected')
}

/** Ends a bridge that a channel replaces. Its waiting messages go to the channel. */
async function replaceBridge(
  trx: Trx,
  actor: Actor,
  { bridgeId, hookId, provider }: { bridgeId: string; hookId: string; provider: ChatProvider },
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId } = actor
  const { kind, url } = await requireWebhook(trx, workspaceId, bridgeId)
  if (kind !== provider) throwRefusal('not_found', { field: 'replaces' })
  await moveWaitingDeliveries(trx, workspaceId, { from: bridgeId, to: hookId })
  await deleteWebhookRow(trx, workspaceId, bridgeId)
  await audit(trx, actor, 'hook.delete', { hook_id: bridgeId, kind, url: urlHost(url) }, at)
}

/**
 * Shows posts in a channel from now on. Throws chat_not_connected, chat_channel_refused with the
 * reason of the chat, not_unique for a channel that is shown already, chat_routes_full, and the codes
 * of its filters.
 */
export async function createRoute(
  services: Services,
  actor: Actor,
  body: BodyOf<'chat.create_route'>,
  at: Date,
): Promise<ChatRoute> {
  const { db } = services
  const { workspace_id: workspaceId } = actor
  const { provider, channel, kinds, value_ids: valueIds, audience, replaces } = body
  const assertRoom = async (trx: Trx) => {
    if ((await countChannels(trx, workspaceId)) >= limits.chat_routes_max)
      throwRefusal('chat_routes_full', { params: { finish: limits.chat_routes_max } })
  }
  const connection = await db.tenant(workspaceId, async (trx) => {
    await assertRoom(trx)
    await assertFilters(trx, actor, body, { at })
    if (
      replaces !== undefined &&
      (await requireWebhook(trx, workspaceId, replaces)).kind !== provider
    )
      throwRefusal('not_found', { field: 'replaces' })
    return findConnection(trx, workspaceId, provider)
  })
  if (connection?.state !== 'connected') return throwRefusal('chat_not_connected')
  const { id: channelId, name } = await sendFirstMessage(services, connection, channel)
  return db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    await assertConnected(trx, connection)
    await assertRoom(trx)
    const others = await listChannelHooks(trx, workspaceId)
    const kind = appKind(provider)
    if (others.some((row) => row.kind === kind && row.channel_id === channelId))
      throwRefusal('not_unique', { field: 'channel' })
    const id = newId(at)
    await insertWebhook(trx, {
      workspace_id: workspaceId,
      id,
      kind,
      url: appAddresses[provider],
      description: name.slice(0, limits.hook_description_chars_max),
      // Its connection gets the events and expands them.
      events: [],
      channel_id: channelId,
      channel_name: name,
      filters: JSON.stringify({ kinds, value_ids: valueIds, audience } satisfies RouteFilters),
      created_at: at,
    })
    if (replaces !== undefined)
      await replaceBridge(trx, actor, { bridgeId: replaces, hookId: id, provider }, at)
    await audit(trx, actor, 'chat.create_route', { hook_id: id, provider, channel: name }, at)
    return loadRoute(trx, workspaceId, id)
  })
}

/**
 * Changes, pauses or resumes a channel. Throws not_found, chat_not_connected for the resumption of a
 * channel without its app, and the codes of its filters.
 */
export async function updateRoute(
  { db }: Services,
  actor: Actor,
  id: string,
  { paused, ...changes }: BodyOf<'chat.update_route'>,
  at: Date,
): Promise<ChatRoute> {
  const { workspace_id: workspaceId } = actor
  return db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    const row = await requireChannelHook(trx, workspaceId, id)
    await assertFilters(trx, actor, changes, { before: row.filters?.audience ?? null, at })
    const isResumed = paused === false && row.state !== 'active'
    const connection = await findConnection(trx, workspaceId, providerOfRow(row))
    if (isResumed && connection?.state !== 'connected') throwRefusal('chat_not_connected')
    await updateWebhookRow(trx, workspaceId, id, {
      filters: JSON.stringify({ ...(row.filters ?? noFilters), ...changes }),
      ...(paused === true && row.state === 'active' ? { state: 'paused' as const } : {}),
      ...(isResumed
        ? {
            state: 'active' as const,
            off_reason: null,
            failures: 0,
            failing_since: null,
            wait_until: null,
          }
        : {}),
    })
    if (isResumed) await notifyWorkers(trx, 'hook_deliveries')
    const fields = [...Object.keys(changes), ...(paused === undefined ? [] : ['paused'])]
    const { channel_name: channel } = row
    await audit(
      trx,
      actor,
      'chat.update_route',
      { hook_id: id, provider: providerOfRow(row), channel, fields },
      at,
    )
    return loadRoute(trx, workspaceId, id)
  })
}

/** Stops showing posts in a channel. Its messages stay there. */
export async function deleteRoute(
  { db }: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId } = actor
  await db.tenant(workspaceId, async (trx) => {
    const row = await requireChannelHook(trx, workspaceId, id)
    await deleteWebhookRow(trx, workspaceId, id)
    const { channel_name: channel } = row
    await audit(
      trx,
      actor,
      'chat.delete_route',
      { hook_id: id, provider: providerOfRow(row), channel },
      at,
    )
  })
}
