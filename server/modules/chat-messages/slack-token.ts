import { minuteMs, secondMs } from '#contract/durations.ts'
import type { SlackGrant } from '#server/adapters/chat/slack-client.ts'
import { leaseUntil } from '#server/platform/background/lease.ts'
import type { Services } from '#server/platform/services.ts'
import {
  type ChatConnectionRow,
  findConnection,
  leaseTokenRefresh,
  lockConnection,
  updateConnection,
} from './connection-queries.ts'
import { decryptCredentials, encryptCredentials } from './credentials.ts'
import { disconnectApp } from './disconnect-app.ts'

/** A token that ends within this time is replaced. */
const refreshAheadMs = 60 * minuteMs
/** Answers of Slack for a refresh token that never works again. */
const finalRefusals = new Set(['invalid_refresh_token', 'token_revoked', 'bad_client_secret'])

const isRefreshDue = (
  { clock }: Pick<Services, 'clock'>,
  { token_expires_at: expiresAt }: Pick<ChatConnectionRow, 'token_expires_at'>,
): boolean => expiresAt !== null && expiresAt.getTime() - clock.now().getTime() < refreshAheadMs

/** The app of a connection: that of the operator, or of the workspace. */
function appOfConnection(services: Pick<Services, 'config'>, row: ChatConnectionRow) {
  const operatorApp = services.config.slack.app
  if (row.operator_app && operatorApp)
    return { client_id: operatorApp.clientId, client_secret: operatorApp.clientSecret }
  return {
    client_id: row.client_id,
    client_secret: decryptCredentials(services, row).client_secret ?? '',
  }
}

/** Leases the refresh. Returns the current connection, or undefined when another process has it. */
const leaseRefresh = ({ db }: Services, workspaceId: string, at: Date) =>
  db.tenant(workspaceId, async (trx) =>
    (await leaseTokenRefresh(trx, workspaceId, 'slack', { at, until: leaseUntil(at) }))
      ? findConnection(trx, workspaceId, 'slack')
      : undefined,
  )

/** Stores the new tokens, unless the app was authorized again or disconnected since. */
const storeTokens = (services: Services, workspaceId: string, old: string, grant: SlackGrant) =>
  services.db.tenant(workspaceId, async (trx) => {
    const row = await lockConnection(trx, workspaceId, 'slack')
    const credentials = row && decryptCredentials(services, row)
    if (credentials?.refresh_token !== old) return
    const { access_token: token, refresh_token: next = old, expires_in: expiresInS } = grant
    const at = services.clock.now()
    await updateConnection(trx, workspaceId, 'slack', {
      credentials: encryptCredentials(services, workspaceId, 'slack', {
        ...credentials,
        bot_token: token,
        refresh_token: next,
      }),
      token_expires_at:
        expiresInS === undefined ? null : new Date(at.getTime() + expiresInS * secondMs),
      refresh_leased_until: null,
    })
  })

/**
 * Replaces the token of a connection before it ends. One process refreshes at a time, and the
 * others use the old token, which is valid until it ends.
 */
async function refreshToken(services: Services, known: ChatConnectionRow): Promise<string | null> {
  const { slack, clock, log } = services
  const { workspace_id: workspaceId } = known
  const row = await leaseRefresh(services, workspaceId, clock.now())
  if (!row) return decryptCredentials(services, known).bot_token ?? null
  const { refresh_token: old, bot_token: oldToken = null } = decryptCredentials(services, row)
  // Another process may have refreshed it after `known` was read: a refresh token works once.
  if (old === undefined || !isRefreshDue(services, row)) return oldToken
  const result = await slack.refreshToken({ ...appOfConnection(services, row), refresh_token: old })
  if (!result.ok) {
    log.warn({ workspace: workspaceId, reason: result.error }, 'slack token not refreshed')
    if (finalRefusals.has(result.error)) await disconnectApp(services, row, 'revoked')
    return oldToken
  }
  await storeTokens(services, workspaceId, old, result)
  return result.access_token
}

/** Returns the valid bot token of a connection, or null without one. Calls Slack when it is due. */
export async function loadSlackToken(
  services: Services,
  row: ChatConnectionRow,
): Promise<string | null> {
  return isRefreshDue(services, row)
    ? refreshToken(services, row)
    : (decryptCredentials(services, row).bot_token ?? null)
}
