import { isDirectMessage, type WebhookKind } from '#contract/webhook-events.ts'
import { findSettings } from '#server/modules/workspaces/queries.ts'
import { decrypt } from '#server/platform/crypto/encryption.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { SafeHttpError } from '#server/platform/net/safe-http-client.ts'
import type { Services } from '#server/platform/services.ts'
import type { DeliveryRow } from './delivery-queries.ts'
import {
  buildSlackMessage,
  buildTeamsMessage,
  buildWebhookMessage,
  type OutgoingMessage,
} from './messages.ts'
import { loadPayload, type PostPayload } from './payloads.ts'
import type { PreparedDelivery } from './prepared-delivery.ts'
import type { DeliveryOutcome } from './record-result.ts'
import type { UrlHook } from './url-hook.ts'
import { isOldSecretValid, secretEncryptionContext } from './webhook-secret.ts'

/**
 * Returns the verdict on a response. Slack differs from the standard: 400 rejects the message, 403
 * and 404 reject the webhook.
 */
function classifyResponse(
  kind: WebhookKind,
  status: number,
  retryAfterS: number | undefined,
): DeliveryOutcome['verdict'] {
  if (status >= 200 && status < 300) return 'delivered'
  if (
    status === 410 ||
    (kind !== 'webhook' && status === 404) ||
    (kind === 'slack' && status === 403)
  )
    return 'gone'
  if (status === 429 || (status === 503 && retryAfterS !== undefined)) return 'wait'
  return kind === 'slack' && status === 400 ? 'failed' : 'retry'
}

type WebhookRequest = { url: string; message: OutgoingMessage }

/**
 * Returns the HTTP request of a delivery; null when its subject no longer exists. Throws when the
 * secret cannot be decrypted.
 */
async function buildRequest(
  trx: Trx,
  { config }: Services,
  hook: UrlHook,
  row: DeliveryRow,
  at: Date,
): Promise<WebhookRequest | null> {
  const { workspace_id: workspaceId } = hook
  const { event } = row
  // Only the hooks of chat apps have direct messages.
  if (isDirectMessage(event)) return null
  const data = await loadPayload(
    trx,
    { workspaceId, publicUrl: config.publicUrl },
    event,
    row.subject_id,
  )
  if (!data) return null
  const decryptSecret = (encrypted: Buffer) =>
    decrypt(config.secrets, ...secretEncryptionContext(workspaceId, hook.id), encrypted)
  if (hook.kind === 'webhook') {
    const secrets = [
      hook.secret,
      ...(hook.old_secret && isOldSecretValid(hook, at) ? [hook.old_secret] : []),
    ].map(decryptSecret)
    return {
      url: hook.url,
      message: buildWebhookMessage({
        id: row.id,
        event,
        workspaceId,
        occurredAt: row.created_at,
        data,
        secrets,
        at,
      }),
    }
  }
  const { language } = await findSettings(trx, workspaceId)
  const post = event === 'ping' ? null : (data as PostPayload)
  return {
    url: decryptSecret(hook.secret),
    message: (hook.kind === 'slack' ? buildSlackMessage : buildTeamsMessage)(language, post),
  }
}

async function postRequest(
  { safeHttpClient }: Services,
  kind: WebhookKind,
  request: WebhookRequest,
): Promise<DeliveryOutcome> {
  try {
    const {
      status,
      text,
      retry_after_s: retryAfterS,
    } = await safeHttpClient.post(request.url, request.message)
    return {
      verdict: classifyResponse(kind, status, retryAfterS),
      status,
      answer: text,
      reason: '',
      retry_after_s: retryAfterS,
    }
  } catch (error) {
    if (!(error instanceof SafeHttpError)) throw error
    return { verdict: 'retry', status: null, answer: '', reason: error.reason }
  }
}

/** Prepares the delivery of a webhook or of a bridge with an incoming webhook. */
export async function prepareWebhookDelivery(
  trx: Trx,
  services: Services,
  hook: UrlHook,
  row: DeliveryRow,
  at: Date,
): Promise<PreparedDelivery> {
  const request = await buildRequest(trx, services, hook, row, at)
  return request
    ? { state: 'prepared', send: () => postRequest(services, hook.kind, request) }
    : { state: 'skipped' }
}
