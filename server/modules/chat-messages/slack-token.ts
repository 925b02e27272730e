import { minuteMs } from '#contract/durations.ts'
import { leaseUntil } from '#server/platform/background/lease.ts'
import type { Services } from '#server/platform/services.ts'
import {
  type ChatConnectionRow,
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

/**
 * Replaces the token of a connection before it ends. One process refreshes at a time, and the
 * others use the old token, which is valid until it ends.
 */
async function refreshToken(services: Services, row: ChatConnectionRow): Promise<string | null> {
  const { db, slack, clock, log } = services
  const { workspace_id: workspaceId } = row
  const { refresh_token: old, bot_token: oldToken = null } = decryptCredentials(services, row)
  if (old === undefined) return oldToken
  const at = clock.now()
  const isOurs = await db.tenant(workspaceId, (trx) =>
    leaseTokenRefresh(trx, workspaceId, 'slack', { at, until: leaseUntil(at) }),
  )
  if (!isOurs) return oldToken
  const result = await slack.refreshToken({ ...appOfConnection(services, row), refresh_token: old })
  if (!result.ok) {
    log.warn({ workspace: workspaceId, reason: result.error }, 'slack token not refreshed')
    if (finalRefusals.has(result.error))
      await disconnectApp(services, workspaceId, 'slack', 'revoked')
    return oldToken
  }
  await db.tenant(workspaceId, async (trx) => {
    const now = await lockConnection(trx, workspaceId, 'slack')
    if (!now) return
    await updateConnection(trx, workspaceId, 'slack', {
      credentials: encryptCredentials(services, workspaceId, 'slack', {
        ...decryptCredentials(services, now),
        bot_token: result.access_token,
        ...(result.refresh_token === undefined ? {} : { refresh_token: result.refresh_token }),
      }),
      token_expires_at:
        result.expires_in === undefined ? null : new Date(at.getTime() + result.expires_in * 1_000),
      refresh_leased_until: null,
    })
  })
  return result.access_token
}

/** Returns the valid bot token of a connection, or null without one. Calls Slack when it is due. */
export async function loadSlackToken(
  services: Services,
  row: ChatConnectionRow,
): Promise<string | null> {
  const { token_expires_at: expiresAt } = row
  const isDue =
    expiresAt !== null && expiresAt.getTime() - services.clock.now().getTime() < refreshAheadMs
  return isDue ? refreshToken(services, row) : (decryptCredentials(services, row).bot_token ?? null)
}
