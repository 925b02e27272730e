import { insertConnection } from '#server/modules/chat-messages/connection-queries.ts'
import { encryptCredentials } from '#server/modules/chat-messages/credentials.ts'
import { newId } from '#server/platform/ids.ts'
import type { TeamsServer } from '#tests/contracts/teams-server.ts'
import type { TestApp } from './test-app.ts'

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
