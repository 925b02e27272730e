import type { WebhookKind } from '#contract/webhook-events.ts'
import type { WebhookDelivery } from '#contract/schemas/webhooks.ts'
import { limits } from '#contract/limits.ts'
import { enqueueMails } from '../outbox/enqueue-mails.ts'
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
import {
  selectDelivery,
  type DeliveryRow,
  recordWebhookFailure,
  findWebhook,
  type WebhookRow,
  findWebhookAdmins,
  isOldSecretValid,
} from './queries.ts'

/**
 * Seconds until the next try after each that failed, as Standard Webhooks recommends: about three
 * days in all.
 */
const retryDelaysS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
const disableAfterFailingMs = limits.hook_failing_days * 86_400_000
/** A receiver that is asked too much and does not say for how long. */
const defaultRetryAfterS = 30

type DeliveryOutcome = Pick<WebhookDelivery, 'status' | 'answer' | 'reason'> & {
  retry_after_s?: number | undefined
}
/**
 * `wait`: the receiver asks for time; `failed`: this message will never be taken; `gone`: nor any
 * other.
 */
type DeliveryVerdict = 'delivered' | 'retry' | 'wait' | 'failed' | 'gone'

/**
 * What an answer means. Slack: 400 the message is at fault, 403 and 404 the webhook is; providers
 * differ from the standard there.
 */
export function classifyOutcome(
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

export const secretEncryptionContext = (workspaceId: string, hookId: string) =>
  ['hooks', `${workspaceId} ${hookId}`] as const
/**
 * A delivery as it goes out; null when there is nothing to tell any more. Throws when its secret
 * cannot be read.
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
    { workspace_id: workspaceId, publicUrl: config.publicUrl },
    row.event,
    row.subject_id,
  )
  if (!data) return null
  const open = (sealed: Buffer) =>
    decrypt(config.secrets, ...secretEncryptionContext(workspaceId, hook.id), sealed)
  if (hook.kind === 'webhook') {
    const secrets = [
      hook.secret,
      ...(hook.old_secret && isOldSecretValid(hook, at) ? [hook.old_secret] : []),
    ].map(open)
    return {
      url: hook.url,
      message: buildWebhookMessage({
        id: row.id,
        event: row.event,
        workspace_id: workspaceId,
        happened: row.created_at,
        data,
        secrets,
        at,
      }),
    }
  }
  const { language } = await findSettings(trx, workspaceId)
  const post = row.event === 'ping' ? null : (data as PostPayload)
  return {
    url: open(hook.secret),
    message: (hook.kind === 'slack' ? buildSlackMessage : buildTeamsMessage)(language, post),
  }
}

/**
 * Switches a hook off that its receiver does not want any more, and tells those who look after it.
 */
async function disableWebhook(
  trx: Trx,
  hook: WebhookRow,
  offReason: 'failing' | 'gone',
  at: Date,
): Promise<void> {
  const done = await trx
    .updateTable('hooks')
    .set({ state: 'off', off_reason: offReason })
    .where('workspace_id', '=', hook.workspace_id)
    .where('id', '=', hook.id)
    .where('state', '=', 'active')
    .executeTakeFirst()
  if (!done.numUpdatedRows) return
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

/** Writes down what came of a try. A test is tried once, and says nothing of the hook. */
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
  const set = (state: WebhookDelivery['state'], more: { next_at?: Date; attempts?: number } = {}) =>
    trx
      .updateTable('hook_deliveries')
      .set({ ...last, state, ...more })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', row.id)
      .where('state', '=', 'waiting')
      .execute()
  if (row.event === 'ping')
    return void (await set(verdict === 'delivered' ? 'delivered' : 'failed'))
  if (verdict === 'delivered') {
    await set('delivered')
    await trx
      .updateTable('hooks')
      .set({ failures: 0, failing_since: null, wait_until: null, delivered_at: at })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', hook.id)
      .execute()
    return
  }
  if (verdict === 'failed') return void (await set('failed'))
  if (verdict === 'gone') {
    await set('failed')
    return disableWebhook(trx, hook, 'gone', at)
  }
  const askedS =
    verdict === 'wait' ? (outcome.retry_after_s ?? defaultRetryAfterS) : outcome.retry_after_s
  const failingSince = await recordWebhookFailure(trx, workspaceId, hook.id, at, askedS)
  const over =
    failingSince !== null && at.getTime() - failingSince.getTime() >= disableAfterFailingMs
  if (verdict === 'wait')
    await set('waiting', {
      next_at: new Date(at.getTime() + (askedS ?? defaultRetryAfterS) * 1_000),
      attempts: row.attempts - 1,
    })
  else {
    // What fails while everything does waits for the hook to be switched on again; what fails alone
    // is given up in the end.
    const pauseS = retryDelaysS[row.attempts - 1] ?? (over ? 0 : undefined)
    await (pauseS === undefined
      ? set('failed')
      : set('waiting', { next_at: new Date(at.getTime() + pauseS * 1_000) }))
  }
  if (over) await disableWebhook(trx, hook, 'failing', at)
}

async function postDelivery(
  services: Services,
  written: { url: string; message: OutgoingMessage },
): Promise<DeliveryOutcome> {
  try {
    const {
      status,
      text,
      retry_after_s: retryAfterS,
    } = await services.safeHttpClient.post(written.url, written.message)
    return { status, answer: text, reason: '', retry_after_s: retryAfterS }
  } catch (error) {
    if (!(error instanceof SafeHttpError)) throw error
    return { status: null, answer: '', reason: error.reason }
  }
}

/**
 * Sends a delivery that its caller has taken, outside of every transaction, and writes down what
 * came of it.
 */
export async function sendDelivery(
  services: Services,
  workspaceId: string,
  id: string,
): Promise<void> {
  const { db, clock, log } = services
  let outcome: DeliveryOutcome | undefined
  const found = await db.tenant(workspaceId, async (trx) => {
    const row = await selectDelivery(trx, workspaceId, id)
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    const hook = row && (await findWebhook(trx, workspaceId, row.hook_id))
    if (!hook) return null
    try {
      const written = await buildDelivery(trx, services, hook, row, clock.now())
      if (written) return { hook, row, written }
      await trx
        .updateTable('hook_deliveries')
        .set({ state: 'skipped' })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute()
      return null
    } catch (error) {
      // The server's SECRET is another one than when it was sealed, and SECRET_PREVIOUS does not
      // name that one.
      if (
        !(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_OSSL')) &&
        !(error as Error).message.includes('authenticate')
      )
        throw error
      outcome = { status: null, answer: '', reason: 'secret' }
      return { hook, row, written: null }
    }
  })
  if (!found) return
  outcome ??= found.written ? await postDelivery(services, found.written) : undefined
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
