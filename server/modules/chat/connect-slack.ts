import { minuteMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { BodyOf, OutputOf, QueryOf } from '#contract/routes/index.ts'
import type { ChatConnection } from '#contract/schemas/chat.ts'
import type { Language } from '#contract/schemas/common.ts'
import type { SlackGrant } from '#server/adapters/chat/slack-client.ts'
import { buildCreateAppUrl, buildSlackManifest } from '#server/adapters/chat/slack-manifest.ts'
import { buildAuthorizeUrl } from '#server/adapters/chat/slack-oauth.ts'
import { deleteLinksOfChat } from '#server/modules/chat-links/queries.ts'
import {
  type ChatConnectionRow,
  findConnection,
  findWorkspaceOfTeam,
  switchAppHooksOn,
  updateConnection,
} from '#server/modules/chat-messages/connection-queries.ts'
import {
  decryptCredentials,
  encryptCredentials,
} from '#server/modules/chat-messages/credentials.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { notifyWorkers } from '#server/platform/background/queues.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import {
  loadConnection,
  lockOrCreateConnection,
  requestUrl,
  slackRedirectUrl,
  usesOperatorApp,
} from './connections.ts'
import {
  deleteChannelsAndConversations,
  insertAuthorization,
  lockTeamOfChat,
  takeAuthorization,
} from './queries.ts'

/** Returns the manifest of the workspace's own app, with texts in the language of the reader. */
export function loadSlackManifest(
  { config }: Services,
  { workspace_id: workspaceId }: Actor,
  { socket_mode: socketMode }: QueryOf<'chat.manifest'>,
  language: Language,
): OutputOf<'chat.manifest'> {
  const t = (key: string) => translate(language, 'chat', `manifest.${key}`)
  const manifest = buildSlackManifest({
    requestUrl: requestUrl({ config }, 'slack', workspaceId, { client_id: 'own' }),
    redirectUrl: slackRedirectUrl(config.publicUrl),
    socketMode: socketMode === '1',
    texts: {
      name: 'Laurel',
      description: t('description'),
      longDescription: t('long_description'),
      commandDescription: t('command'),
      usageHint: t('usage'),
      thankSomebody: {
        name: t('thank_somebody.name'),
        description: t('thank_somebody.description'),
      },
      thankForMessage: {
        name: t('thank_for_message.name'),
        description: t('thank_for_message.description'),
      },
    },
  })
  return { manifest: JSON.stringify(manifest, null, 2), create_url: buildCreateAppUrl(manifest) }
}

type SlackApp = { client_id: string; client_secret: string }
/** Returns the app of a connection. Throws chat_not_connected when its secrets are missing. */
function requireApp(services: Services, row: ChatConnectionRow | undefined): SlackApp {
  const { app } = services.config.slack
  if (app && usesOperatorApp(services, 'slack', row))
    return { client_id: app.clientId, client_secret: app.clientSecret }
  if (!row) throwRefusal('chat_not_connected')
  const { client_secret: secret, ...others } = decryptCredentials(services, row)
  // What proves the requests of Slack: their signature, or our own connection.
  const proof = row.socket_mode ? others.app_token : others.signing_secret
  return row.client_id && secret && proof
    ? { client_id: row.client_id, client_secret: secret }
    : throwRefusal('chat_not_connected')
}

/** Starts an authorization at Slack, bound to the session of the administrator. */
export async function startAuthorization(
  services: Services,
  actor: Actor,
  at: Date,
): Promise<OutputOf<'chat.authorize'>> {
  const { workspace_id: workspaceId, session_id: sessionId } = actor
  // Slack returns to the browser of a session; a token has none.
  if (actor.kind !== 'session') throwRefusal('forbidden')
  const state = newToken()
  const app = await services.db.tenant(workspaceId, async (trx) => {
    const found = requireApp(services, await findConnection(trx, workspaceId, 'slack'))
    await insertAuthorization(trx, workspaceId, {
      stateHash: hashToken(state),
      sessionId,
      expiresAt: new Date(at.getTime() + limits.chat_link_minutes * minuteMs),
    })
    return found
  })
  return {
    url: buildAuthorizeUrl({
      client_id: app.client_id,
      state,
      redirect_uri: slackRedirectUrl(services.config.publicUrl),
    }),
  }
}

/**
 * Stores the grant of a Slack workspace. Another workspace than before gets channels of its own. Throws
 * chat_authorization_invalid when the app was replaced since the code was exchanged.
 */
async function storeGrant(
  services: Services,
  actor: Actor,
  { app, grant }: { app: SlackApp; grant: SlackGrant & { team: { id: string; name: string } } },
  at: Date,
): Promise<ChatConnection> {
  const { workspace_id: workspaceId } = actor
  return services.db.tenant(workspaceId, async (trx) => {
    const { team } = grant
    await lockTeamOfChat(trx, 'slack', team.id)
    // Before any write, because Citus refuses a function of the owner after one.
    const owner = await findWorkspaceOfTeam(trx, 'slack', team.id)
    const row = await lockOrCreateConnection(trx, workspaceId, 'slack', at)
    if (requireApp(services, row).client_id !== app.client_id)
      throwRefusal('chat_authorization_invalid')
    const isOperatorApp = usesOperatorApp(services, 'slack', row)
    if (isOperatorApp && owner !== undefined && owner !== workspaceId)
      throwRefusal('chat_workspace_taken')
    if (row.external_id && row.external_id !== team.id) {
      await deleteChannelsAndConversations(trx, workspaceId, 'slack')
      await deleteLinksOfChat(trx, workspaceId, 'slack')
    }
    const { bot_token: _bot, refresh_token: _refresh, ...own } = decryptCredentials(services, row)
    await updateConnection(trx, workspaceId, 'slack', {
      external_id: team.id,
      external_name: team.name.slice(0, limits.chat_channel_chars_max),
      app_id: grant.app_id,
      bot_id: grant.bot_user_id,
      operator_app: isOperatorApp,
      credentials: encryptCredentials(services, workspaceId, 'slack', {
        ...own,
        bot_token: grant.access_token,
        ...(grant.refresh_token === undefined ? {} : { refresh_token: grant.refresh_token }),
      }),
      token_expires_at:
        grant.expires_in === undefined ? null : new Date(at.getTime() + grant.expires_in * 1_000),
      refresh_leased_until: null,
      state: 'connected',
      state_reason: null,
      connected_at: at,
    })
    await switchAppHooksOn(trx, workspaceId, 'slack')
    await notifyWorkers(trx, 'hook_deliveries')
    await audit(trx, actor, 'chat.connect', { provider: 'slack', name: team.name }, at)
    return loadConnection(trx, services, workspaceId, 'slack')
  })
}

/**
 * Finishes an authorization: exchanges the code for a token of the bot. Throws
 * chat_authorization_invalid for a state of another session, an expired or a used one, chat_refused
 * with Slack's reason, and chat_workspace_taken.
 */
export async function connectSlack(
  services: Services,
  actor: Actor,
  { code, state }: BodyOf<'chat.connect'>,
  at: Date,
): Promise<ChatConnection> {
  const { workspace_id: workspaceId, session_id: sessionId } = actor
  const stateHash = hashToken(state)
  const app = await services.db.tenant(workspaceId, async (trx) => {
    if (!(await takeAuthorization(trx, workspaceId, { stateHash, sessionId, at })))
      throwRefusal('chat_authorization_invalid')
    return requireApp(services, await findConnection(trx, workspaceId, 'slack'))
  })
  const grant = await services.slack.exchangeCode({
    ...app,
    code,
    redirect_uri: slackRedirectUrl(services.config.publicUrl),
  })
  if (!grant.ok) throwRefusal('chat_refused', { params: { reason: grant.error } })
  const { team } = grant
  // A grant for a whole Enterprise organization names no workspace.
  if (!team) throwRefusal('chat_refused', { params: { reason: 'org_install' } })
  return storeGrant(services, actor, { app, grant: { ...grant, team } }, at)
}
