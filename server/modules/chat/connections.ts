import type { ChatProvider } from '#contract/chat.ts'
import type { BodyOf } from '#contract/routes/index.ts'
import type { ChatConnection } from '#contract/schemas/chat.ts'
import type { WebhookEvent } from '#contract/webhook-events.ts'
import { deleteLinksOfChat } from '#server/modules/chat-links/queries.ts'
import {
  type ChatConnectionRow,
  countLinks,
  findConnection,
  insertConnection,
  listConnections,
  lockConnection,
  switchAppHooksOff,
  updateConnection,
} from '#server/modules/chat-messages/connection-queries.ts'
import {
  type ChatCredentials,
  decryptCredentials,
  encryptCredentials,
} from '#server/modules/chat-messages/credentials.ts'
import { loadSlackToken } from '#server/modules/chat-messages/slack-token.ts'
import { insertWebhook } from '#server/modules/webhooks/queries.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { deleteChannelsAndConversations, deleteConnectionRows } from './queries.ts'

/** The events that an app shows in channels and direct messages. */
const appEvents: WebhookEvent[] = [
  'post.created',
  'post.updated',
  'post.deleted',
  'purchase.fulfilled',
  'purchase.declined',
  'user.joined',
]
/** Where the hook of an app leads; only shown in the audit log and in mails. */
export const appAddresses: Record<ChatProvider, string> = {
  slack: 'https://slack.com/',
  teams: 'https://teams.microsoft.com/',
}
export const appKind = (provider: ChatProvider) => `${provider}_app` as const

/** Returns the address to which Slack returns the browser after an authorization. */
export const slackRedirectUrl = (publicUrl: string) => `${publicUrl}/settings/connections/slack`

/** Returns whether a connection uses the operator's Slack app: without an app of its own. */
export const usesOperatorApp = (
  { config }: Pick<Services, 'config'>,
  provider: ChatProvider,
  row: Pick<ChatConnectionRow, 'client_id'> | undefined,
): boolean => provider === 'slack' && config.slack.app !== null && !row?.client_id

/** Returns the address that receives the requests of a chat. */
export function requestUrl(
  services: Pick<Services, 'config'>,
  provider: ChatProvider,
  workspaceId: string,
  row: Pick<ChatConnectionRow, 'client_id'> | undefined,
): string {
  const base = `${services.config.publicUrl}/chat/${provider}`
  if (provider === 'teams') return `${base}/${workspaceId}/messages`
  return usesOperatorApp(services, provider, row) ? `${base}/app` : `${base}/${workspaceId}`
}

function presentConnection(
  services: Pick<Services, 'config'>,
  workspaceId: string,
  provider: ChatProvider,
  row: ChatConnectionRow | undefined,
  linkedPeople: number,
): ChatConnection {
  return {
    provider,
    state: row?.state ?? 'none',
    state_reason: row?.state_reason ?? null,
    external_id: row?.external_id ?? '',
    external_name: row?.external_name ?? '',
    app_id: row?.app_id ?? '',
    client_id: row?.client_id ?? '',
    operator_app: usesOperatorApp(services, provider, row),
    socket_mode: row?.socket_mode ?? false,
    allow_guests: row?.allow_guests ?? false,
    invite_strangers: row?.invite_strangers ?? false,
    direct_messages: row?.direct_messages ?? true,
    linked_people: linkedPeople,
    hook_id: row?.hook_id ?? null,
    request_url: requestUrl(services, provider, workspaceId, row),
    redirect_url: provider === 'slack' ? slackRedirectUrl(services.config.publicUrl) : '',
    connected_at: row?.connected_at?.toISOString() ?? null,
  }
}

/** Returns one connection as the API shows it. */
export async function loadConnection(
  trx: Trx,
  services: Pick<Services, 'config'>,
  workspaceId: string,
  provider: ChatProvider,
): Promise<ChatConnection> {
  const row = await findConnection(trx, workspaceId, provider)
  const counts = await countLinks(trx, workspaceId)
  const linked = counts.find((one) => one.provider === provider)?.count ?? 0
  return presentConnection(services, workspaceId, provider, row, linked)
}

/** Returns both chats, also those that are not set up. */
export async function loadConnections(
  trx: Trx,
  services: Pick<Services, 'config'>,
  workspaceId: string,
): Promise<ChatConnection[]> {
  const rows = await listConnections(trx, workspaceId)
  const counts = await countLinks(trx, workspaceId)
  return (['slack', 'teams'] as const).map((provider) =>
    presentConnection(
      services,
      workspaceId,
      provider,
      rows.find((row) => row.provider === provider),
      counts.find((one) => one.provider === provider)?.count ?? 0,
    ),
  )
}

/** Returns the connection of a chat, locked. Creates it with its hook, which is off until it works. */
export async function lockOrCreateConnection(
  trx: Trx,
  workspaceId: string,
  provider: ChatProvider,
  at: Date,
): Promise<ChatConnectionRow> {
  await lockSettings(trx, workspaceId)
  if (!(await lockConnection(trx, workspaceId, provider))) {
    const hookId = newId(at)
    await insertWebhook(trx, {
      workspace_id: workspaceId,
      id: hookId,
      kind: appKind(provider),
      url: appAddresses[provider],
      events: appEvents,
      state: 'off',
      off_reason: 'disconnected',
      created_at: at,
    })
    await insertConnection(trx, {
      workspace_id: workspaceId,
      provider,
      hook_id: hookId,
      state: 'setup',
      created_at: at,
    })
  }
  return (await lockConnection(trx, workspaceId, provider)) ?? throwRefusal('not_found')
}

const secretNames = ['client_secret', 'signing_secret', 'app_token'] as const

/** Returns the credentials with the changes of the input; null removes one. */
function changeCredentials(
  before: ChatCredentials,
  input: BodyOf<'chat.save'>,
  isOtherApp: boolean,
): ChatCredentials {
  const { bot_token: _bot, refresh_token: _refresh, ...ownSecrets } = before
  const changed: ChatCredentials = { ...(isOtherApp ? ownSecrets : before) }
  for (const name of secretNames) {
    const value = input[name]
    if (value === null) delete changed[name]
    else if (value !== undefined) changed[name] = value
  }
  return changed
}

/**
 * Sets up an app, or changes its settings. Another app (client id, app id or tenant) must be
 * authorized again; another tenant gets channels and links of its own.
 */
export async function saveConnection(
  services: Services,
  actor: Actor,
  provider: ChatProvider,
  input: BodyOf<'chat.save'>,
  at: Date,
): Promise<ChatConnection> {
  const { workspace_id: workspaceId } = actor
  return services.db.tenant(workspaceId, async (trx) => {
    const row = await lockOrCreateConnection(trx, workspaceId, provider, at)
    const { client_id: clientId, app_id: appId, tenant_id: tenantId } = input
    const isOtherApp =
      (clientId !== undefined && clientId !== row.client_id) ||
      (provider === 'teams' &&
        ((appId !== undefined && appId !== row.app_id) ||
          (tenantId !== undefined && tenantId !== row.external_id)))
    const { socket_mode: socketMode, allow_guests: allowGuests } = input
    const { invite_strangers: inviteStrangers, direct_messages: directMessages } = input
    await updateConnection(trx, workspaceId, provider, {
      ...(clientId === undefined ? {} : { client_id: clientId }),
      ...(provider === 'teams' && appId !== undefined ? { app_id: appId } : {}),
      ...(provider === 'teams' && tenantId !== undefined ? { external_id: tenantId } : {}),
      ...(socketMode === undefined ? {} : { socket_mode: socketMode }),
      ...(allowGuests === undefined ? {} : { allow_guests: allowGuests }),
      ...(inviteStrangers === undefined ? {} : { invite_strangers: inviteStrangers }),
      ...(directMessages === undefined ? {} : { direct_messages: directMessages }),
      // Without an authorization, requests arrive at the address of the workspace.
      ...(isOtherApp ? { state: 'setup' as const, state_reason: null, operator_app: false } : {}),
      // The open connection of Socket Mode belongs to the earlier token.
      ...(input.app_token === undefined ? {} : { socket_holder: null, socket_leased_until: null }),
      credentials: encryptCredentials(
        services,
        workspaceId,
        provider,
        changeCredentials(decryptCredentials(services, row), input, isOtherApp),
      ),
    })
    if (isOtherApp) await switchAppHooksOff(trx, workspaceId, provider)
    const isOtherTenant = tenantId !== undefined && tenantId !== row.external_id
    if (provider === 'teams' && isOtherTenant) {
      await deleteChannelsAndConversations(trx, workspaceId, provider)
      await deleteLinksOfChat(trx, workspaceId, provider)
    }
    await audit(trx, actor, 'chat.save', { provider, fields: Object.keys(input) }, at)
    return loadConnection(trx, services, workspaceId, provider)
  })
}

/** Disconnects an app and deletes all it had. Revokes its token at Slack as far as Slack answers. */
export async function disconnectChat(
  services: Services,
  actor: Actor,
  provider: ChatProvider,
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId } = actor
  const row = await services.db.tenant(workspaceId, (trx) =>
    findConnection(trx, workspaceId, provider),
  )
  if (!row) return
  const token =
    provider === 'slack' && row.state === 'connected' ? await loadSlackToken(services, row) : null
  await services.db.tenant(workspaceId, async (trx) => {
    // The lock waits for a channel that is being added, and deletes it too.
    if (!(await lockConnection(trx, workspaceId, provider))) return
    await deleteConnectionRows(trx, workspaceId, provider)
    await deleteLinksOfChat(trx, workspaceId, provider)
    await audit(trx, actor, 'chat.disconnect', { provider, name: row.external_name }, at)
  })
  if (token !== null) await services.slack.revokeToken(token)
}
