import type { Trx } from '#server/platform/database/database.ts'
import { backoffMs } from '#server/platform/background/backoff.ts'
import { holdLease, type Lease, leaseMs, leaseUntil } from '#server/platform/background/lease.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
import { runInSlots, runUntilIdle, type SlotWork } from '#server/platform/background/slot-runner.ts'
import type { Services } from '#server/platform/services.ts'
import { findContactAddress } from '#server/modules/personal-addresses/address.ts'
import { claimNotificationQuota } from '#server/modules/outbox/mail-budget.ts'
import {
  findWaitingMail,
  leaseDueMails,
  type MailRow,
  renewMailLease,
  updateWaitingMail,
} from '#server/modules/outbox/queries.ts'
import type { OutboxMail } from '#server/modules/outbox/enqueue-mails.ts'
import type { MailBody } from './mail/layout.ts'
import { isMandatoryMail } from './compose-mandatory-mail.ts'
import { composeMail } from './compose-mail.ts'
import { findMailReader } from './queries.ts'

/** Mails that count against the daily limit, because members can cause any number of them. */
const budgetedKinds: ReadonlySet<OutboxMail['kind']> = new Set([
  'points_received',
  'reward_redeemed',
  'reward_fulfilled',
  'reward_declined',
  'award',
  'kind_words',
])
const maxAttempts = 9
const maxConcurrentMails = 4

type MailToSend = {
  to: string
  body: MailBody | null
  isWithinBudget: boolean
}

/**
 * Returns a mail as its reader gets it now: a notification follows the reader to another address and
 * language. Mandatory mails keep their address: an invitation is about it, and a leaver gets theirs at
 * a personal one.
 */
async function toCurrentReader(trx: Trx, row: MailRow): Promise<MailRow> {
  const mail = { kind: row.kind, params: row.params } as OutboxMail
  if (row.user_id === null || isMandatoryMail(mail)) return row
  const reader = await findMailReader(trx, row.workspace_id, row.user_id)
  return reader ? { ...row, to_address: reader.email, language: reader.language } : row
}

/** Returns a waiting mail with its content, or undefined; `onRead` gets the attempt number. */
async function loadMailToSend(
  trx: Trx,
  services: Services,
  workspaceId: string,
  id: string,
  onRead: (attempts: number) => void,
): Promise<MailToSend | undefined> {
  const found = await findWaitingMail(trx, workspaceId, id)
  if (!found) return undefined
  const row = await toCurrentReader(trx, found)
  const attempts = row.attempts + 1
  onRead(attempts)
  const body = await composeMail(trx, services, row)
  const isWithinBudget =
    body === null ||
    attempts > 1 ||
    !budgetedKinds.has(row.kind as OutboxMail['kind']) ||
    (await claimNotificationQuota(trx, services.config, workspaceId, services.clock.now()))
  const to =
    row.to_address === '' && row.user_id !== null
      ? await findContactAddress(trx, services.config, workspaceId, row.user_id)
      : row.to_address
  return { to, body: to === '' ? null : body, isWithinBudget }
}

async function recordFailedAttempt(
  { db, clock }: Services,
  workspaceId: string,
  id: string,
  attempts: number,
  error: Error,
): Promise<void> {
  const nextAt = new Date(clock.now().getTime() + backoffMs(attempts - 1))
  await db.tenant(workspaceId, (trx) =>
    updateWaitingMail(trx, workspaceId, id, {
      attempts,
      last_error: error.message.slice(0, 200),
      next_at: nextAt,
      leased_until: null,
      ...(attempts >= maxAttempts ? { state: 'failed' as const, params: '{}' } : {}),
    }),
  )
}

/** Composes and sends one outbox mail, then clears its parameters. Returns whether it was sent. */
async function sendQueuedMail(
  services: Services,
  workspaceId: string,
  id: string,
  lease: Lease,
): Promise<boolean> {
  const { config, db, mailer, clock, log } = services
  let attempts = 0
  try {
    const mail = await db.tenant(workspaceId, (trx) =>
      loadMailToSend(trx, services, workspaceId, id, (count) => {
        attempts = count
      }),
    )
    // A paused process leaves the mail to another worker.
    if (!mail || lease.hasExpired()) return false
    if (!mail.isWithinBudget) {
      log.warn({ workspace: workspaceId, mail: id }, 'mail not sent: daily budget')
      await db.tenant(workspaceId, (trx) =>
        updateWaitingMail(trx, workspaceId, id, {
          state: 'failed',
          params: '{}',
          attempts,
          last_error: `more than ${config.mailBudget.notices} notices of this team today`,
        }),
      )
      return false
    }
    // After a crash between sending and recording, the mail is sent again under the same id.
    if (mail.body) await mailer.send({ to: mail.to, id, ...mail.body })
    await db.tenant(workspaceId, (trx) =>
      updateWaitingMail(trx, workspaceId, id, {
        state: 'sent',
        sent_at: clock.now(),
        params: '{}',
        attempts,
      }),
    )
    return mail.body !== null
  } catch (error) {
    // The row was not read: the database failed, so the attempt does not count.
    if (attempts === 0) throw error
    log.warn({ workspace: workspaceId, mail: id, attempts }, 'mail not sent')
    await recordFailedAttempt(services, workspaceId, id, attempts, error as Error)
    return false
  }
}

type LeasedMail = { workspaceId: string; id: string; until: Date }

async function leaseMails({ db, clock }: Services, limit: number): Promise<LeasedMail[]> {
  const at = clock.now()
  const rows = await leaseDueMails(db.global, at, leaseMs, limit)
  return rows.map(({ workspace_id: workspaceId, id }) => ({
    workspaceId,
    id,
    until: leaseUntil(at),
  }))
}

/** Sends a leased mail. Returns whether it was sent. */
async function sendLeasedMail(
  services: Services,
  { workspaceId, id, until }: LeasedMail,
): Promise<boolean> {
  const lease = holdLease(services, until, () =>
    services.db.tenant(workspaceId, (trx) => renewMailLease(trx, workspaceId, id, leaseMs)),
  )
  // After a database error, the mail is left: a renewed lease would keep every worker from it.
  return sendQueuedMail(services, workspaceId, id, lease).finally(() => lease.stop())
}

const slotWork = {
  size: maxConcurrentMails,
  take: leaseMails,
  work: sendLeasedMail,
  describe: ({ workspaceId, id }) => ({ workspace: workspaceId, mail: id }),
} satisfies SlotWork<LeasedMail>

/**
 * Sends the due mails of all workspaces until none is left, for tests. A lease gives each mail to
 * one worker. Returns the number of sent mails.
 */
export async function processOutbox(services: Services): Promise<number> {
  let sent = 0
  await runUntilIdle(services, {
    ...slotWork,
    async work(_services, mail) {
      if (await sendLeasedMail(services, mail)) sent += 1
    },
  })
  return sent
}

/**
 * Sends mails. A mail that the server takes slowly holds up only its own slot. After a database error
 * the next run retries.
 */
export const outboxWorker = defineWorker({
  name: 'outbox',
  queue: 'outbox',
  ...runInSlots('outbox', slotWork),
})
