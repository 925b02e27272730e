import type { ChatProvider } from '#contract/chat.ts'
import { lockOrCreateConnection } from '#server/modules/chat/connections.ts'
import { insertLink } from '#server/modules/chat-links/queries.ts'
import {
  switchAppHooksOn,
  updateConnection,
} from '#server/modules/chat-messages/connection-queries.ts'
import {
  type ChatCredentials,
  encryptCredentials,
} from '#server/modules/chat-messages/credentials.ts'
import type { Updateable } from 'kysely'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import type { SlackServer } from '#tests/contracts/slack-server.ts'
import type { TeamsServer } from '#tests/contracts/teams-server.ts'
import type { Member } from './factories.ts'
import type { TestApp } from './test-app.ts'

type App = Pick<TestApp, 'services' | 'clock'>
type Workspace = { workspace_id: string }

/** Creates a connection with its hook, as the set-up does. Returns the id of the hook. */
const connectChat = (
  { services, clock }: App,
  { workspace_id: workspaceId }: Workspace,
  provider: ChatProvider,
  {
    credentials,
    ...columns
  }: Omit<Updateable<Tables['chat_connections']>, 'credentials'> & { credentials: ChatCredentials },
): Promise<string> =>
  services.db.tenant(workspaceId, async (trx) => {
    const at = clock.now()
    const { hook_id: hookId } = await lockOrCreateConnection(trx, workspaceId, provider, at)
    await updateConnection(trx, workspaceId, provider, {
      state: 'connected',
      connected_at: columns.state === 'setup' ? null : at,
      external_name: 'Acme',
      credentials: encryptCredentials(services, workspaceId, provider, credentials),
      ...columns,
    })
    if ((columns.state ?? 'connected') === 'connected')
      await switchAppHooksOn(trx, workspaceId, provider)
    return hookId
  })

type SlackOptions = Partial<{
  operator_app: boolean
  state: 'setup' | 'connected' | 'disconnected'
  allow_guests: boolean
  invite_strangers: boolean
  bot_token: string
}>

/** Connects a workspace to a local Slack without its calls. Returns the id of its hook. */
export const connectSlack = (
  t: App,
  workspace: Workspace,
  slack: SlackServer,
  { bot_token: botToken = slack.botToken, ...options }: SlackOptions = {},
): Promise<string> =>
  connectChat(t, workspace, 'slack', {
    external_id: slack.teamId,
    app_id: slack.appId,
    client_id: options.operator_app ? '' : slack.clientId,
    bot_id: slack.botUserId,
    credentials: {
      bot_token: botToken,
      ...(options.operator_app ? {} : { signing_secret: slack.signingSecret }),
    },
    ...options,
  })

type TeamsOptions = Partial<{
  state: 'setup' | 'connected' | 'disconnected'
  allow_guests: boolean
  invite_strangers: boolean
  /** null: the connection has no app yet. */
  app_id: string | null
}>

/** Connects a workspace to a local Teams without its calls. Returns the id of its hook. */
export const connectTeams = (
  t: App,
  workspace: Workspace,
  { app }: Pick<TeamsServer, 'app'>,
  { app_id: appId = app.appId, ...options }: TeamsOptions = {},
): Promise<string> =>
  connectChat(t, workspace, 'teams', {
    external_id: app.tenantId,
    app_id: appId ?? '',
    credentials: { client_secret: app.secret },
    ...options,
  })

/**
 * Links a person of a chat to a user, as if they had opened a one-time link. Direct messages come at
 * any time.
 */
export const linkChatUser = (
  { services, clock }: App,
  { workspace_id: workspaceId, user_id: userId }: Pick<Member, 'workspace_id' | 'user_id'>,
  externalUserId: string,
  {
    provider = 'slack',
    sendsAtOnce = false,
  }: { provider?: ChatProvider; sendsAtOnce?: boolean } = {},
): Promise<void> =>
  services.db.tenant(workspaceId, async (trx) => {
    const link = { workspaceId, provider, externalUserId, userId, at: clock.now() }
    await insertLink(trx, { ...link, linkedBy: 'person', timezone: '' })
    await trx
      .updateTable('chat_links')
      .set({ send_at_once: sendsAtOnce, quiet_from: 0, quiet_until: 0 })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .execute()
  })
