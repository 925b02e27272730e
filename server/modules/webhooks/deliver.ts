import type { WebhookKind } from '#contract/webhook-events.ts'
import type { WebhookDelivery } from '#contract/schemas/webhooks.ts'
import { limits } from '#contract/limits.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { findSettings } from '#server/modules/workspaces/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { SafeHttpError } from '#server/platform/net/safe-http-client.ts'
import { decrypt } from '#server/platform/crypto/encryption.ts'
import type { Services } from '#server/platform/services.ts'
import {
  type OutgoingMessage,
  buildSlackMessage,
  buildTeamsMessage,
  buildWebhookMessage,
} from './messages.ts'
import { loadPayload, type PostPayload } from './payloads.ts'
import { holdLease, type Lease, leaseUntil } from '#server/platform/background/lease.ts'
import {
  type DeliveryRow,
  findWaitingDelivery,
  renewDeliveryLease,
  updateWaitingDelivery,
} from './delivery-queries.ts'
import {
  findWebhook,
  findWebhookAdmins,
  recordWebhookFailure,
  resetWebhookFailures,
  switchWebhookOff,
  type WebhookRow,
} from './queries.ts'
import { isOldSecretValid, secretEncryptionContext } from './webhook-secret.ts'

/** Seconds between attempts, as Standard Webhooks recommends: about three days in total. */
const retryDelaysS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
const disableAfterFailingMs = limits.hook_failing_days * 86_400_000
/** For a 429 response without a Retry-After header. */
const defaultRetryAfterS = 30

type DeliveryOutcome = Pick<WebhookDelivery, 'status' | 'answer' | 'reason'> & {
  retry_after_s?: number | undefined
}
/**
 * `wait`: the receiver is rate limiting; `failed`: it never accepts this message; `gone`: it never
 * accepts any message.
 */
type DeliveryVerdict = 'delivered' | 'retry' | 'wait' | 'failed' | 'gone'

/**
 * Returns the verdict on a response. Slack differs from the standard: 400 rejects the message, 403
 * and 404 reject the webhook.
 */
function classifyOutcome(
  kind: WebhookKind,
  { status, retry_after_s: retryAfterS }: DeliveryOutcome,
): DeliveryVerdict {
  if (status === null) return 'retry'
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

/**
 * Returns the HTTP request of a delivery; null when its subject no longer exists. Throws when the
 * secret cannot be decrypted.
 */
async function buildDelivery(
  trx: Trx,
  { config }: Services,
  hook: WebhookRow,
  row: DeliveryRow,
  at: Date,
): Promise<{ url: string; message: OutgoingMessage } | null> {
  const { workspace_id: workspaceId } = hook
  const data = await loadPayload(
    trx,
    { workspaceId, publicUrl: config.publicUrl },
    row.event,
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
        event: row.event,
        workspaceId,
        occurredAt: row.created_at,
        data,
        secrets,
        at,
      }),
    }
  }
  const { language } = await findSettings(trx, workspaceId)
  const post = row.event === 'ping' ? null : (data as PostPayload)
  return {
    url: decryptSecret(hook.secret),
    message: (hook.kind === 'slack' ? buildSlackMessage : buildTeamsMessage)(language, post),
  }
}

/** Disables a webhook after a permanent failure and enqueues mails to its administrators. */
async function disableWebhook(
  trx: Trx,
  hook: WebhookRow,
  offReason: 'failing' | 'gone',
  at: Date,
): Promise<void> {
  if (!(await switchWebhookOff(trx, hook.workspace_id, hook.id, offReason))) return
  const readers = await findWebhookAdmins(trx, hook.workspace_id)
  await enqueueMails(
    trx,
    hook.workspace_id,
    readers.map((reader) => ({
      ...reader,
      kind: 'hook_off' as const,
      params: { hook_id: hook.id },
    })),
    at,
  )
}

/** Stores the result of an attempt. A test has one attempt and does not change the webhook. */
async function recordResult(
  trx: Trx,
  hook: WebhookRow,
  row: DeliveryRow,
  outcome: DeliveryOutcome,
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId } = hook
  const verdict = classifyOutcome(hook.kind, outcome)
  const { status, reason } = outcome
  const last = {
    status,
    reason,
    answer: outcome.answer.slice(0, limits.hook_answer_chars_max).toWellFormed(),
    sent_at: at,
  }
  const updateDelivery = (
    state: WebhookDelivery['state'],
    more: { next_at?: Date; attempts?: number } = {},
  ) => updateWaitingDelivery(trx, workspaceId, row.id, { ...last, state, ...more })
  if (row.event === 'ping') return updateDelivery(verdict === 'delivered' ? 'delivered' : 'failed')
  if (verdict === 'delivered') {
    await updateDelivery('delivered')
    await resetWebhookFailures(trx, workspaceId, hook.id, at)
    return
  }
  if (verdict === 'failed') return updateDelivery('failed')
  if (verdict === 'gone') {
    await updateDelivery('failed')
    return disableWebhook(trx, hook, 'gone', at)
  }
  const retryAfterS =
    verdict === 'wait' ? (outcome.retry_after_s ?? defaultRetryAfterS) : outcome.retry_after_s
  const failingSince = await recordWebhookFailure(trx, workspaceId, hook.id, at, retryAfterS)
  const isFailingTooLong =
    failingSince !== null && at.getTime() - failingSince.getTime() >= disableAfterFailingMs
  if (verdict === 'wait')
    await updateDelivery('waiting', {
      next_at: new Date(at.getTime() + (retryAfterS ?? defaultRetryAfterS) * 1_000),
      attempts: row.attempts - 1,
    })
  else {
    // After the last attempt, a delivery fails for good, unless all deliveries fail: then it waits
    // until an administrator enables the webhook.
    const pauseS = retryDelaysS[row.attempts - 1] ?? (isFailingTooLong ? 0 : undefined)
    await (pauseS === undefined
      ? updateDelivery('failed')
      : updateDelivery('waiting', { next_at: new Date(at.getTime() + pauseS * 1_000) }))
  }
  if (isFailingTooLong) await disableWebhook(trx, hook, 'failing', at)
}

async function postDelivery(
  services: Services,
  request: { url: string; message: OutgoingMessage },
): Promise<DeliveryOutcome> {
  try {
    const {
      status,
      text,
      retry_after_s: retryAfterS,
    } = await services.safeHttpClient.post(request.url, request.message)
    return { status, answer: text, reason: '', retry_after_s: retryAfterS }
  } catch (error) {
    if (!(error instanceof SafeHttpError)) throw error
    return { status: null, answer: '', reason: error.reason }
  }
}

/**
 * Sends a delivery that the caller has leased at `leasedAt`, outside any transaction, and stores the
 * result.
 */
export async function sendDelivery(
  services: Services,
  workspaceId: string,
  id: string,
  leasedAt: Date,
): Promise<void> {
  const lease = holdLease(services, leaseUntil(leasedAt), (heldUntil, until) =>
    services.db.tenant(workspaceId, (trx) =>
      renewDeliveryLease(trx, workspaceId, id, heldUntil, until),
    ),
  )
  try {
    await sendLeasedDelivery(services, workspaceId, id, lease)
  } finally {
    await lease.stop()
  }
}

async function sendLeasedDelivery(
  services: Services,
  workspaceId: string,
  id: string,
  lease: Lease,
): Promise<void> {
  const { db, clock, log } = services
  let outcome: DeliveryOutcome | undefined
  const found = await db.tenant(workspaceId, async (trx) => {
    const row = await findWaitingDelivery(trx, workspaceId, id)
    const hook = row && (await findWebhook(trx, workspaceId, row.hook_id))
    if (!hook) return null
    try {
      const request = await buildDelivery(trx, services, hook, row, clock.now())
      if (request) return { hook, row, request }
      await updateWaitingDelivery(trx, workspaceId, id, { state: 'skipped' })
      return null
    } catch (error) {
      // Neither SECRET nor SECRET_PREVIOUS decrypts the stored secret.
      if (
        !(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_OSSL')) &&
        !(error as Error).message.includes('authenticate')
      )
        throw error
      outcome = { status: null, answer: '', reason: 'secret' }
      return { hook, row, request: null }
    }
  })
  // A paused process leaves the delivery to another worker.
  if (!found || lease.hasExpired()) return
  outcome ??= found.request ? await postDelivery(services, found.request) : undefined
  if (!outcome) return
  const result = outcome
  await db.tenant(workspaceId, (trx) =>
    recordResult(trx, found.hook, found.row, result, clock.now()),
  )
  log.debug(
    {
      workspace: workspaceId,
      hook: found.hook.id,
      delivery: id,
      status: result.status,
      reason: result.reason,
    },
    'hook delivery',
  )
}
