import { isDeepStrictEqual } from 'node:util'
import { secondMs } from '#contract/durations.ts'
import type { WebhookDelivery } from '#contract/schemas/webhooks.ts'
import { limits } from '#contract/limits.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { listConnectionAdmins } from '#server/modules/users/permission-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { type DeliveryRow, updateWaitingDelivery } from './delivery-queries.ts'
import {
  findWebhook,
  lockWebhook,
  recordWebhookFailure,
  resetWebhookFailures,
  switchWebhookOff,
  type WebhookRow,
} from './queries.ts'

/** Seconds between attempts, as Standard Webhooks recommends: about three days in total. */
const retryDelaysS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
/** Attempts in a channel. The pauses between them are those of the channel (recordWebhookFailure). */
const channelRetryDelaysS = Array.from({ length: 20 }, () => 0)
const disableAfterFailingMs = limits.hook_failing_days * 86_400_000
/** For a 429 response without a Retry-After header. */
const defaultRetryAfterS = 30

/**
 * `wait`: the receiver is rate limiting; `failed`: it never accepts this message; `skipped`: its
 * subject is gone; `gone`, `channel` and `disconnected`: it never accepts any message.
 */
type DeliveryVerdict =
  | 'delivered'
  | 'retry'
  | 'wait'
  | 'failed'
  | 'skipped'
  | 'gone'
  | 'channel'
  | 'disconnected'
/** The answer of a receiver to an attempt. */
export type DeliveryOutcome = Pick<WebhookDelivery, 'status' | 'answer' | 'reason'> & {
  verdict: DeliveryVerdict
  retry_after_s?: number | undefined
}

/** Disables a webhook after a permanent failure and enqueues mails to its administrators. */
async function disableWebhook(
  trx: Trx,
  hook: WebhookRow,
  offReason: NonNullable<WebhookRow['off_reason']>,
  at: Date,
): Promise<void> {
  if (!(await switchWebhookOff(trx, hook.workspace_id, hook.id, offReason))) return
  const readers = await listConnectionAdmins(trx, hook.workspace_id)
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

/** Returns whether the hook is the connection of a chat app, with deliveries for many people. */
const isConnection = ({ kind, channel_id: channelId }: WebhookRow) =>
  (kind === 'slack_app' || kind === 'teams_app') && channelId === null

/**
 * Counts the failure of a hook. Returns since when it has failed, if that may switch it off. A chat
 * that refuses a direct message says nothing about other people, and a connection stays on: its
 * channels depend on it.
 */
async function recordFailure(
  trx: Trx,
  hook: WebhookRow,
  { verdict, status }: DeliveryOutcome,
  at: Date,
  retryAfterS: number | undefined,
): Promise<Date | null> {
  const isRefused = verdict === 'retry' && status !== null && status < 500
  if (isConnection(hook) && isRefused) return null
  const since = await recordWebhookFailure(trx, hook.workspace_id, hook.id, at, retryAfterS)
  return isConnection(hook) ? null : since
}

/** Slack and Teams accept about one message a second in a channel. */
const channelPauseMs = (hook: WebhookRow) => (hook.channel_id === null ? 0 : secondMs)

/** Returns whether a hook still has the URL and the secret with which a delivery was sent. */
async function hasSameReceiver(trx: Trx, sent: WebhookRow): Promise<boolean> {
  await lockWebhook(trx, sent.workspace_id, sent.id)
  const current = await findWebhook(trx, sent.workspace_id, sent.id)
  return current?.url === sent.url && isDeepStrictEqual(current.secret, sent.secret)
}

/** Stores the result of an attempt. A test has one attempt and does not change the webhook. */
export async function recordResult(
  trx: Trx,
  hook: WebhookRow,
  row: DeliveryRow,
  outcome: DeliveryOutcome,
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId } = hook
  const { verdict, status, reason } = outcome
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
    await resetWebhookFailures(trx, workspaceId, hook.id, at, channelPauseMs(hook))
    return
  }
  // A refusal by an earlier URL says nothing about the new one, for which the delivery is due again.
  if (!(await hasSameReceiver(trx, hook))) return
  if (verdict === 'failed' || verdict === 'skipped') return updateDelivery(verdict)
  if (verdict === 'gone' || verdict === 'channel' || verdict === 'disconnected') {
    // An app that is connected again sends what waits.
    if (verdict !== 'disconnected') await updateDelivery('failed')
    return disableWebhook(trx, hook, verdict, at)
  }
  const retryAfterS =
    verdict === 'wait' ? (outcome.retry_after_s ?? defaultRetryAfterS) : outcome.retry_after_s
  const failingSince = await recordFailure(trx, hook, outcome, at, retryAfterS)
  const isFailingTooLong =
    failingSince !== null && at.getTime() - failingSince.getTime() >= disableAfterFailingMs
  if (verdict === 'wait')
    await updateDelivery('waiting', {
      next_at: new Date(at.getTime() + (retryAfterS ?? defaultRetryAfterS) * 1_000),
      attempts: row.attempts - 1,
    })
  else {
    // After the last attempt, a delivery fails for good, unless all deliveries fail: then it waits
    // until an administrator enables the webhook. A channel keeps its order: the delivery is due
    // whenever the channel is.
    const delaysS = hook.channel_id === null ? retryDelaysS : channelRetryDelaysS
    const pauseS = delaysS[row.attempts - 1] ?? (isFailingTooLong ? 0 : undefined)
    await (pauseS === undefined
      ? updateDelivery('failed')
      : updateDelivery('waiting', { next_at: new Date(at.getTime() + pauseS * 1_000) }))
  }
  if (isFailingTooLong) await disableWebhook(trx, hook, 'failing', at)
}
