import type * as queries from '#server/modules/dev-mailbox/queries.ts'
import { deleteOldMails, insertMail, listNewestMails } from '#server/modules/dev-mailbox/queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/dev-mailbox/queries.ts', {
  insertMail: ({ trx }) =>
    insertMail(trx, {
      id: example.id,
      to_address: 'ada@example.com',
      subject: 'Hello',
      text: '',
      html: '',
      sent_at: example.at,
    }),
  deleteOldMails: ({ trx }) => deleteOldMails(trx, 500),
  listNewestMails: ({ trx }) => listNewestMails(trx, { to: 'ada@example.com', limit: 100 }),
})
