import { inviteMail } from '#server/adapters/mail/templates.ts'
import { newId } from '#server/platform/ids.ts'
import type { Language } from '#contract/common.ts'
import type { Trx } from '#server/platform/database.ts'
import type { JobData } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'

/** What mails go through the outbox, and what each needs to be written. */
export type OutboxMail = { kind: 'invite'; params: { team: string; inviter: string; link: string } }

/** Puts a mail into the outbox in the transaction of its cause; it goes out after that has committed, once. */
export async function enqueueMail(
  { jobs }: Services, trx: Trx, workspace_id: string, to: string, language: Language, mail: OutboxMail, at: Date,
): Promise<void> {
  const id = newId(at)
  await trx.insertInto('outbox').values({ workspace_id, id, kind: mail.kind, to_address: to, language, params: JSON.stringify(mail.params), created_at: at, sent_at: null }).execute()
  await jobs.send(trx, 'send_mail', { workspace_id, outbox_id: id })
}

const attempts_max = 9

/**
 * Sends one mail of the outbox. The row stays locked meanwhile, so that two workers send it once; its link is wiped once
 * it is out. Throws when the mail server refuses, and the job is tried again later.
 */
export async function sendOutboxMail({ db, mailer, clock, log }: Services, job: JobData['send_mail']): Promise<void> {
  const failure = await db.tenant(job.workspace_id, async (trx) => {
    const row = await trx.selectFrom('outbox').selectAll().where('workspace_id', '=', job.workspace_id).where('id', '=', job.outbox_id)
      .where('state', '=', 'waiting').forUpdate().skipLocked().executeTakeFirst()
    if (!row) return undefined
    const mark = (set: { state?: 'sent' | 'failed'; sent_at?: Date; params?: string; attempts: number; last_error?: string }) =>
      trx.updateTable('outbox').set(set).where('workspace_id', '=', row.workspace_id).where('id', '=', row.id).execute()
    try {
      const body = await inviteMail(row.language, row.params as OutboxMail['params'])
      await mailer.send({ to: row.to_address, ...body })
      await mark({ state: 'sent', sent_at: clock.now(), params: '{}', attempts: row.attempts + 1 })
      return undefined
    } catch (error) {
      const reason = (error as Error).message.slice(0, 200)
      await mark({ attempts: row.attempts + 1, last_error: reason, ...(row.attempts + 1 >= attempts_max ? { state: 'failed' as const, params: '{}' } : {}) })
      return reason
    }
  })
  if (failure === undefined) return
  log.warn({ workspace: job.workspace_id, mail: job.outbox_id }, 'mail not sent')
  throw new Error('mail not sent')
}
