import type * as queries from '#server/modules/outbox/queries.ts'
import {
  findWaitingMail,
  insertMails,
  leaseDueMails,
  renewMailLease,
  updateWaitingMail,
} from '#server/modules/outbox/queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/outbox/queries.ts', {
  insertMails: ({ trx }) =>
    insertMails(
      trx,
      example.workspaceId,
      [
        {
          id: example.id,
          kind: 'invite',
          to_address: 'ada@example.com',
          language: 'en',
          user_id: example.userId,
          import_id: null,
          next_at: example.at,
          params: {},
        },
      ],
      example.at,
    ),
  leaseDueMails: ({ trx }) => leaseDueMails(trx, example.at, 15_000, 20),
  renewMailLease: ({ trx }) => renewMailLease(trx, example.workspaceId, example.id, 15_000),
  findWaitingMail: ({ trx }) => findWaitingMail(trx, example.workspaceId, example.id),
  updateWaitingMail: ({ trx }) =>
    updateWaitingMail(trx, example.workspaceId, example.id, { state: 'sent' }),
})
