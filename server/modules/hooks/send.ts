import type { HookKind } from '#contract/hook-events.ts'
import type { HookDelivery } from '#contract/hooks.ts'
import { limits } from '#contract/limits.ts'
import { enqueueMails } from '#server/modules/notifications/outbox.ts'
import { findSettings } from '#server/modules/workspaces/queries.ts'
import type { Trx } from '#server/platform/database.ts'
import { OutsideError } from '#server/platform/outside.ts'
import { unseal } from '#server/platform/seal.ts'
import type { Services } from '#server/platform/services.ts'
import { type Message, slackMessage, teamsMessage, webhookMessage } from './messages.ts'
import { dataOf, type PostData } from './payloads.ts'
import {
  delivery,
  type DeliveryRow,
  failHook,
  findHook,
  type HookRow,
  readersOfHooks,
  stillSigns,
} from './queries.ts'

/**
 * Seconds until the next try after each that failed, as Standard Webhooks recommends: about three
 * days in all.
 */
const pauses_s = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
const failing_ms = limits.hook_failing_days * 86_400_000
/** A receiver that is asked too much and does not say for how long. */
const too_many_s = 30

type Outcome = Pick<HookDelivery, 'status' | 'answer' | 'reason'> & {
  retry_after_s?: number | undefined
}
/**
 * `wait`: the receiver asks for time; `failed`: this message will never be taken; `gone`: nor any
 * other.
 */
type Verdict = 'delivered' | 'retry' | 'wait' | 'failed' | 'gone'

/**
 * What an answer means. Slack: 400 the message is at fault, 403 and 404 the webhook is; providers
 * differ from the standard there.
 */
export function verdictOf(kind: HookKind, { status, retry_after_s }: Outcome): Verdict {
  if (status === null) return 'retry'
  if (status >= 200 && status < 300) return 'delivered'
  if (
    status === 410 ||
    (kind !== 'webhook' && status === 404) ||
    (kind === 'slack' && status === 403)
  )
    return 'gone'
  if (status === 429 || (status === 503 && retry_after_s !== undefined)) return 'wait'
  return kind === 'slack' && status === 400 ? 'failed' : 'retry'
}

export const sealing = (workspace_id: string, hook_id: string) =>
  ['hooks', `${workspace_id} ${hook_id}`] as const
/**
 * A delivery as it goes out; null when there is nothing to tell any more. Throws when its secret
 * cannot be read.
 */
async function write(
  trx: Trx,
  { config }: Services,
  hook: HookRow,
  row: DeliveryRow,
  at: Date,
): Promise<{ url: string; message: Message } | null> {
  const { workspace_id } = hook
  const data = await dataOf(
    trx,
    { workspace_id, publicUrl: config.publicUrl },
    row.event,
    row.subject_id,
  )
  if (!data) return null
  const open = (sealed: Buffer) => unseal(config.secrets, ...sealing(workspace_id, hook.id), sealed)
  if (hook.kind === 'webhook') {
    const secrets = [
      hook.secret,
      ...(hook.old_secret && stillSigns(hook, at) ? [hook.old_secret] : []),
    ].map(open)
    return {
      url: hook.url,
      message: webhookMessage({
        id: row.id,
        event: row.event,
        workspace_id,
        happened: row.created_at,
        data,
        secrets,
        at,
      }),
    }
  }
  const { language } = await findSettings(trx, workspace_id)
  const post = row.event === 'ping' ? null : (data as PostData)
  return {
    url: open(hook.secret),
    message: (hook.kind === 'slack' ? slackMessage : teamsMessage)(language, post),
  }
}

/**
 * Switches a hook off that its receiver does not want any more, and tells those who look after it.
 */
async function switchOff(
  trx: Trx,
  hook: HookRow,
  off_reason: 'failing' | 'gone',
  at: Date,
): Promise<void> {
  const done = await trx
    .updateTable('hooks')
    .set({ state: 'off', off_reason })
    .where('workspace_id', '=', hook.workspace_id)
    .where('id', '=', hook.id)
    .where('state', '=', 'active')
    .executeTakeFirst()
  if (!done.numUpdatedRows) return
  const readers = await readersOfHooks(trx, hook.workspace_id)
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
async function settle(
  trx: Trx,
  hook: HookRow,
  row: DeliveryRow,
  outcome: Outcome,
  at: Date,
): Promise<void> {
  const { workspace_id } = hook
  const verdict = verdictOf(hook.kind, outcome)
  const { status, reason } = outcome
  const last = {
    status,
    reason,
    answer: outcome.answer.slice(0, limits.hook_answer_chars_max).toWellFormed(),
    sent_at: at,
  }
  const set = (state: HookDelivery['state'], more: { next_at?: Date; attempts?: number } = {}) =>
    trx
      .updateTable('hook_deliveries')
      .set({ ...last, state, ...more })
      .where('workspace_id', '=', workspace_id)
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
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', hook.id)
      .execute()
    return
  }
  if (verdict === 'failed') return void (await set('failed'))
  if (verdict === 'gone') {
    await set('failed')
    return switchOff(trx, hook, 'gone', at)
  }
  const asked_s = verdict === 'wait' ? (outcome.retry_after_s ?? too_many_s) : outcome.retry_after_s
  const failing_since = await failHook(trx, workspace_id, hook.id, at, asked_s)
  const over = failing_since !== null && at.getTime() - failing_since.getTime() >= failing_ms
  if (verdict === 'wait')
    await set('waiting', {
      next_at: new Date(at.getTime() + (asked_s ?? too_many_s) * 1_000),
      attempts: row.attempts - 1,
    })
  else {
    // What fails while everything does waits for the hook to be switched on again; what fails alone
    // is given up in the end.
    const pause_s = pauses_s[row.attempts - 1] ?? (over ? 0 : undefined)
    await (pause_s === undefined
      ? set('failed')
      : set('waiting', { next_at: new Date(at.getTime() + pause_s * 1_000) }))
  }
  if (over) await switchOff(trx, hook, 'failing', at)
}

async function attempt(
  services: Services,
  written: { url: string; message: Message },
): Promise<Outcome> {
  try {
    const { status, text, retry_after_s } = await services.outside.post(
      written.url,
      written.message,
    )
    return { status, answer: text, reason: '', retry_after_s }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    return { status: null, answer: '', reason: error.reason }
  }
}

/**
 * Sends a delivery that its caller has taken, outside of every transaction, and writes down what
 * came of it.
 */
export async function deliver(services: Services, workspace_id: string, id: string): Promise<void> {
  const { db, clock, log } = services
  let outcome: Outcome | undefined
  const found = await db.tenant(workspace_id, async (trx) => {
    const row = await delivery(trx, workspace_id, id)
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    const hook = row && (await findHook(trx, workspace_id, row.hook_id))
    if (!hook) return null
    try {
      const written = await write(trx, services, hook, row, clock.now())
      if (written) return { hook, row, written }
      await trx
        .updateTable('hook_deliveries')
        .set({ state: 'skipped' })
        .where('workspace_id', '=', workspace_id)
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
  outcome ??= found.written ? await attempt(services, found.written) : undefined
  if (!outcome) return
  const result = outcome
  await db.tenant(workspace_id, (trx) => settle(trx, found.hook, found.row, result, clock.now()))
  log.debug(
    {
      workspace: workspace_id,
      hook: found.hook.id,
      delivery: id,
      status: result.status,
      reason: result.reason,
    },
    'hook delivery',
  )
}
