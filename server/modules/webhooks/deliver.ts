import { holdLease, type Lease, leaseUntil } from '#server/platform/background/lease.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import {
  type DeliveryRow,
  findWaitingDelivery,
  renewDeliveryLease,
  updateWaitingDelivery,
} from './delivery-queries.ts'
import type { PreparedDelivery } from './prepared-delivery.ts'
import { findWebhook, type WebhookRow } from './queries.ts'
import { type DeliveryOutcome, recordResult } from './record-result.ts'
import { prepareChatDelivery, providerOf } from './send-to-chat.ts'
import { prepareWebhookDelivery } from './send-webhook.ts'
import { isUrlHook } from './url-hook.ts'

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

/** Returns whether neither SECRET nor SECRET_PREVIOUS decrypts the stored secret. */
const isUndecryptable = (error: unknown): boolean =>
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_OSSL')) ||
  (error as Error).message.includes('authenticate')
/** Attempts after which a delivery fails whose attempts end without a result, so that it holds up no others. */
const unrecordedAttemptsMax = 50
const undecryptable: DeliveryOutcome = {
  verdict: 'retry',
  status: null,
  answer: '',
  reason: 'secret',
}

async function prepareDelivery(
  trx: Trx,
  services: Services,
  hook: WebhookRow,
  row: DeliveryRow,
): Promise<PreparedDelivery> {
  const at = services.clock.now()
  const provider = providerOf(hook)
  try {
    if (provider) return await prepareChatDelivery(trx, services, { hook, provider, row, at })
    if (isUrlHook(hook)) return await prepareWebhookDelivery(trx, services, hook, row, at)
    throw new Error(`hook ${hook.id} has no secret`)
  } catch (error) {
    if (!isUndecryptable(error)) throw error
    return { state: 'prepared', send: () => Promise.resolve(undecryptable) }
  }
}

/** Sends a prepared delivery. The secret of a chat app is decrypted here. */
async function sendPrepared({ send }: PreparedDelivery & { state: 'prepared' }) {
  try {
    return await send()
  } catch (error) {
    if (!isUndecryptable(error)) throw error
    return undecryptable
  }
}

async function sendLeasedDelivery(
  services: Services,
  workspaceId: string,
  id: string,
  lease: Lease,
): Promise<void> {
  const { db, clock, log } = services
  const found = await db.tenant(workspaceId, async (trx) => {
    const row = await findWaitingDelivery(trx, workspaceId, id)
    const hook = row && (await findWebhook(trx, workspaceId, row.hook_id))
    if (!hook) return null
    if (row.attempts > unrecordedAttemptsMax) {
      await updateWaitingDelivery(trx, workspaceId, id, { state: 'failed' })
      return null
    }
    const prepared = await prepareDelivery(trx, services, hook, row)
    if (prepared.state === 'prepared') return { hook, row, prepared }
    if (prepared.state === 'waiting') return null
    await updateWaitingDelivery(trx, workspaceId, id, { state: prepared.state })
    return null
  })
  // A paused process leaves the delivery to another worker.
  if (!found || lease.hasExpired()) return
  const { hook, row, prepared } = found
  const outcome = await sendPrepared(prepared)
  await db.tenant(workspaceId, async (trx) => {
    await prepared.record?.(trx)
    await recordResult(trx, hook, row, outcome, clock.now())
  })
  log.debug(
    {
      workspace: workspaceId,
      hook: hook.id,
      delivery: id,
      status: outcome.status,
      reason: outcome.reason,
    },
    'hook delivery',
  )
}
