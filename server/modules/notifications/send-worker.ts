import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { backoffMs, startPoller, type Poller } from '#server/platform/background/poller.ts'
import type { Services } from '#server/platform/services.ts'
import { claimNotificationQuota } from '#server/modules/outbox/mail-budget.ts'
import { composeMail } from './compose-mail.ts'
import type { OutboxMail } from '#server/modules/outbox/enqueue-mails.ts'

/**
 * Mails that a team can cause in any number; those about an account, its billing or its connections
 * are few and always go out.
 */
const budgetedKinds: ReadonlySet<OutboxMail['kind']> = new Set([
  'points_received',
  'reward_redeemed',
  'reward_fulfilled',
  'reward_declined',
])
const maxAttempts = 9
const batchSize = 20
const maxConcurrentMails = 4
const secondMs = 1_000

/**
 * Writes and sends one mail of the outbox; its link is wiped once it is out. True when it went out.
 */
async function sendQueuedMail(
  services: Services,
  workspaceId: string,
  id: string,
): Promise<boolean> {
  const { config, db, mailer, clock, log } = services
  const own = (trx: Trx) =>
    trx
      .updateTable('outbox')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('state', '=', 'waiting')
  let attempts = 0
  try {
    const mail = await db.tenant(workspaceId, async (trx) => {
      const row = await trx
        .selectFrom('outbox')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .executeTakeFirst()
      if (!row) return undefined
      attempts = row.attempts + 1
      const body = await composeMail(trx, services, row)
      const within =
        body === null ||
        attempts > 1 ||
        !budgetedKinds.has(row.kind as OutboxMail['kind']) ||
        (await claimNotificationQuota(trx, config, workspaceId, clock.now()))
      return { to: row.to_address, body, within }
    })
    if (!mail) return false
    if (!mail.within) {
      log.warn({ workspace: workspaceId, mail: id }, 'mail not sent: daily budget')
      await db.tenant(workspaceId, (trx) =>
        own(trx)
          .set({
            state: 'failed',
            params: '{}',
            attempts,
            last_error: `more than ${config.mailBudget.notices} notices of this team today`,
          })
          .execute(),
      )
      return false
    }
    // The id goes with the mail, so that one that was handed over right before a crash is known the
    // second time.
    if (mail.body) await mailer.send({ to: mail.to, id, ...mail.body })
    await db.tenant(workspaceId, (trx) =>
      own(trx).set({ state: 'sent', sent_at: clock.now(), params: '{}', attempts }).execute(),
    )
    return mail.body !== null
  } catch (error) {
    // Not even read: the database is away, not the mail at fault.
    if (attempts === 0) throw error
    const lastError = (error as Error).message.slice(0, 200)
    log.warn({ workspace: workspaceId, mail: id, attempts }, 'mail not sent')
    const nextAt = new Date(clock.now().getTime() + backoffMs(attempts - 1))
    await db.tenant(workspaceId, (trx) =>
      own(trx)
        .set({
          attempts,
          last_error: lastError,
          next_at: nextAt,
          leased_until: null,
          ...(attempts >= maxAttempts ? { state: 'failed' as const, params: '{}' } : {}),
        })
        .execute(),
    )
    return false
  }
}

/**
 * Sends what is due now, whosoever it is, until nothing is (or `stopped` says so). Several workers
 * share the work; each mail is leased to one. Answers how many went out.
 */
export async function processOutbox(
  services: Services,
  stopped: () => boolean = () => false,
): Promise<number> {
  let sent = 0
  for (;;) {
    const { rows } = await sql<{
      workspace_id: string
      id: string
    }>`select * from outbox_take(${services.clock.now()}, interval '2 minutes', ${batchSize})`.execute(
      services.db.global,
    )
    const next = rows.values()
    const work = async () => {
      for (const { workspace_id: workspaceId, id } of next)
        if (await sendQueuedMail(services, workspaceId, id)) sent += 1
    }
    await Promise.all(Array.from({ length: maxConcurrentMails }, work))
    if (rows.length < batchSize || stopped()) return sent
  }
}

/** Drains the outbox every second until stopped; a database that is away is asked again. */
export function startOutboxWorker(services: Services): Poller {
  return startPoller(secondMs, 'outbox', services.log, async (stopped) => {
    await processOutbox(services, stopped)
  })
}
