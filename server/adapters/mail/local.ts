import { sql } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { Mailer } from './mailer.ts'

const mailsKeptMax = 500

/**
 * Creates the mailer without SMTP_URL: mails go to a table, shown at /dev/mailbox. It keeps the
 * newest 500.
 */
export function createLocalMailer(db: Database, clock: Clock): Mailer {
  return {
    kind: 'local',
    async send(mail) {
      const sentAt = clock.now()
      await db.global
        .insertInto('mailbox')
        .values({
          id: mail.id ?? newId(sentAt),
          to_address: mail.to,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          sent_at: sentAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await sql`delete from mailbox where id in (select id from mailbox
        order by id desc offset ${mailsKeptMax})`.execute(db.global)
    },
    close: () => Promise.resolve(),
  }
}
