import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { Mailer } from '#server/adapters/mail/mailer.ts'
import { deleteOldMails, insertMail } from './queries.ts'

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
      await insertMail(db.global, {
        id: mail.id ?? newId(sentAt),
        to_address: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        sent_at: sentAt,
      })
      await deleteOldMails(db.global, mailsKeptMax)
    },
    close: () => Promise.resolve(),
  }
}
