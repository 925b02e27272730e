import { isDeepStrictEqual } from 'node:util'
import { type ChatProvider, slackScopes } from '#contract/chat.ts'
import type { ChatCheck } from '#contract/schemas/chat.ts'
import {
  type ChatConnectionRow,
  findConnection,
  lockConnection,
  switchAppHooksOn,
  updateConnection,
} from '#server/modules/chat-messages/connection-queries.ts'
import { decryptCredentials } from '#server/modules/chat-messages/credentials.ts'
import { loadSlackToken } from '#server/modules/chat-messages/slack-token.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { notifyWorkers } from '#server/platform/background/queues.ts'
import type { Services } from '#server/platform/services.ts'
import { loadConnection, usesOperatorApp } from './connections.ts'
import { countConversations } from './queries.ts'

type CheckResult = ChatCheck['checks'][number]
const ok = (name: CheckResult['name']): CheckResult => ({ name, ok: true, detail: '' })
const missing = (name: CheckResult['name'], detail: string): CheckResult => ({
  name,
  ok: false,
  detail,
})

/** Returns which secrets an app of the workspace lacks, as the settings name them. */
function missingSecrets(services: Services, row: ChatConnectionRow | undefined): string[] {
  if (usesOperatorApp(services, 'slack', row)) return []
  if (!row) return ['client_id', 'client_secret', 'signing_secret']
  const secrets = decryptCredentials(services, row)
  return [
    ...(row.client_id ? [] : ['client_id']),
    ...(secrets.client_secret ? [] : ['client_secret']),
    ...(row.socket_mode || secrets.signing_secret ? [] : ['signing_secret']),
    ...(row.socket_mode && !secrets.app_token ? ['app_token'] : []),
  ]
}

/** Says whether verified requests of the chat have arrived since the app was connected. */
const checkRequests = (row: ChatConnectionRow): CheckResult =>
  row.seen_at && row.connected_at && row.seen_at >= row.connected_at
    ? ok('requests')
    : missing('requests', 'none')

async function checkSlack(
  services: Services,
  row: ChatConnectionRow | undefined,
): Promise<CheckResult[]> {
  const secrets = missingSecrets(services, row)
  const credentials = secrets.length
    ? missing('credentials', secrets.join(', '))
    : ok('credentials')
  if (!row || row.state === 'setup') return [credentials, missing('token', 'not_authorized')]
  const token = await loadSlackToken(services, row)
  const tested = token === null ? null : await services.slack.testToken(token)
  if (!tested?.ok) return [credentials, missing('token', tested?.error ?? 'not_authorized')]
  const absent = slackScopes.filter((scope) => !tested.oauth_scopes.includes(scope))
  return [
    credentials,
    ok('token'),
    absent.length ? missing('scopes', absent.join(', ')) : ok('scopes'),
    tested.team_id === row.external_id ? ok('tenant') : missing('tenant', tested.team_id),
    checkRequests(row),
  ]
}

async function checkTeams(
  services: Services,
  row: ChatConnectionRow | undefined,
): Promise<CheckResult[]> {
  const secret = row && decryptCredentials(services, row).client_secret
  const absent = [
    ...(row?.app_id ? [] : ['app_id']),
    ...(row?.external_id ? [] : ['tenant_id']),
    ...(secret ? [] : ['client_secret']),
  ]
  if (!row || !secret || absent.length) return [missing('credentials', absent.join(', '))]
  const { app_id: appId, external_id: tenantId, workspace_id: workspaceId } = row
  const requested = await services.teams.requestToken({ appId, tenantId, secret })
  if (!requested.ok) return [ok('credentials'), missing('token', requested.problem)]
  const conversations = await services.db.tenant(workspaceId, (trx) =>
    countConversations(trx, workspaceId, 'teams'),
  )
  return [
    ok('credentials'),
    ok('token'),
    conversations ? ok('installed') : missing('installed', 'none'),
    checkRequests(row),
  ]
}

/** Checks an app with calls of its chat, without changing it. */
export const runChecks = (services: Services, row: ChatConnectionRow): Promise<CheckResult[]> =>
  (row.provider === 'slack' ? checkSlack : checkTeams)(services, row)

/** Returns whether an app still has the registration and the secrets that were checked. */
const isSameApp = (checked: ChatConnectionRow, row: ChatConnectionRow): boolean =>
  checked.app_id === row.app_id &&
  checked.external_id === row.external_id &&
  isDeepStrictEqual(checked.credentials, row.credentials)

/** A bot of Teams is connected as soon as its credentials work; Slack has an authorization. */
async function connectTeams(
  { db }: Services,
  actor: Actor,
  checked: ChatConnectionRow,
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId } = actor
  await db.tenant(workspaceId, async (trx) => {
    const row = await lockConnection(trx, workspaceId, 'teams')
    if (!row || row.state === 'connected' || !isSameApp(checked, row)) return
    await updateConnection(trx, workspaceId, 'teams', {
      state: 'connected',
      state_reason: null,
      connected_at: at,
    })
    await switchAppHooksOn(trx, workspaceId, 'teams')
    await notifyWorkers(trx, 'hook_deliveries')
    await audit(trx, actor, 'chat.connect', { provider: 'teams', name: row.external_id }, at)
  })
}

/**
 * Checks an app with calls of the chat, and returns what is missing. A bot of Teams whose credentials
 * work is connected by it.
 */
export async function checkConnection(
  services: Services,
  actor: Actor,
  provider: ChatProvider,
  at: Date,
): Promise<ChatCheck> {
  const { db } = services
  const { workspace_id: workspaceId } = actor
  const row = await db.tenant(workspaceId, (trx) => findConnection(trx, workspaceId, provider))
  const checks = await (provider === 'slack' ? checkSlack : checkTeams)(services, row)
  const tokenWorks = checks.some(({ name, ok: works }) => name === 'token' && works)
  if (provider === 'teams' && row && tokenWorks) await connectTeams(services, actor, row, at)
  return db.tenant(workspaceId, async (trx) => ({
    connection: await loadConnection(trx, services, workspaceId, provider),
    checks,
  }))
}
