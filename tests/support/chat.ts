import { insertConnection } from '#server/modules/chat-messages/connection-queries.ts'
import { encryptCredentials } from '#server/modules/chat-messages/credentials.ts'
import { newId } from '#server/platform/ids.ts'
import { insertLink } from '#server/modules/chat-links/queries.ts'
import type { SlackServer } from '#tests/contracts/slack-server.ts'
import type { Member } from './factories.ts'
import type { TestApp } from './test-app.ts'
import type { TeamsServer } from '#tests/contracts/teams-server.ts'

type ConnectOptions = Partial<{
  operator_app: boolean
  state: 'setup' | 'connected' | 'disconnected'
  allow_guests: boolean
  invite_strangers: boolean
  bot_token: string
}>

/** Connects a workspace to a local Slack, as the set-up does. */
export async function connectSlack(
  t: Pick<TestApp, 'services' | 'clock'>,
  { workspace_id: workspaceId }: { workspace_id: string },
  slack: SlackServer,
  { bot_token: botToken = slack.botToken, state = 'connected', ...options }: ConnectOptions = {},
): Promise<void> {
  const at = t.clock.now()
  const hookId = newId(at)
  await t.services.db.tenant(workspaceId, async (trx) => {
    await trx
      .insertInto('hooks')
      .values({
        workspace_id: workspaceId,
        id: hookId,
        kind: 'slack_app',
        url: '',
        events: [],
        secret: null,
        created_at: at,
      })
      .execute()
    await insertConnection(trx, {
      workspace_id: workspaceId,
      provider: 'slack',
      hook_id: hookId,
      external_id: slack.teamId,
      external_name: 'Acme',
      app_id: slack.appId,
      client_id: slack.clientId,
      bot_id: slack.botUserId,
      state,
      created_at: at,
      connected_at: state === 'setup' ? null : at,
      credentials: encryptCredentials(t.services, workspaceId, 'slack', {
        bot_token: botToken,
        ...(options.operator_app ? {} : { signing_secret: slack.signingSecret }),
      }),
      ...options,
    })
  })
}

/** Links a person of a chat to a user. */
export async function linkChatUser(
  t: Pick<TestApp, 'services' | 'clock'>,
  { workspace_id: workspaceId, user_id: userId }: Member,
  externalUserId: string,
  { provider = 'slack' as const, sendsAtOnce = false } = {},
): Promise<void> {
  await t.services.db.tenant(workspaceId, async (trx) => {
    const at = t.clock.now()
    const link = { workspaceId, provider, externalUserId, userId, at }
    await insertLink(trx, { ...link, linkedBy: 'person', timezone: '' })
    await trx
      .updateTable('chat_links')
      .set({ send_at_once: sendsAtOnce })
      .where('workspace_id', '=', workspaceId)
      .where('user_id', '=', userId)
      .execute()
  })
}

type TeamsConnectOptions = Partial<{
  state: 'setup' | 'connected' | 'disconnected'
  allow_guests: boolean
  invite_strangers: boolean
  /** null: the connection has no app yet. */
  app_id: string | null
}>

/** Connects a workspace to a local Teams, as the set-up does. Returns the id of its hook. */
export async function connectTeams(
  t: Pick<TestApp, 'services' | 'clock'>,
  { workspace_id: workspaceId }: { workspace_id: string },
  { app }: Pick<TeamsServer, 'app'>,
  { state = 'connected', app_id: appId = app.appId, ...options }: TeamsConnectOptions = {},
): Promise<string> {
  const at = t.clock.now()
  const hookId = newId(at)
  await t.services.db.tenant(workspaceId, async (trx) => {
    await trx
      .insertInto('hooks')
      .values({
        workspace_id: workspaceId,
        id: hookId,
        kind: 'teams_app',
        url: '',
        events: [],
        secret: null,
        created_at: at,
      })
      .execute()
    await insertConnection(trx, {
      workspace_id: workspaceId,
      provider: 'teams',
      hook_id: hookId,
      external_id: app.tenantId,
      external_name: 'Acme',
      app_id: appId ?? '',
      state,
      created_at: at,
      connected_at: state === 'setup' ? null : at,
      credentials: encryptCredentials(t.services, workspaceId, 'teams', {
        client_secret: app.secret,
      }),
      ...options,
    })
  })
  return hookId
}
