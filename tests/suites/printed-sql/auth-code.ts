import type * as queries from '#server/modules/auth/code-queries.ts'
import {
  countAttempt,
  deleteCode,
  insertCodeWithinLimits,
  markCodeUsed,
  refundAttempt,
} from '#server/modules/auth/code-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { id, hash, at } = example

export default defineExamples<typeof queries>()('server/modules/auth/code-queries.ts', {
  insertCodeWithinLimits: ({ trx }) =>
    insertCodeWithinLimits(trx, {
      id,
      email_hashes: [hash],
      client_hashes: [hash],
      sig_hash: hash,
      code_hash: hash,
      purpose: 'sign_in',
      at,
      expires_at: at,
    }),
  countAttempt: ({ trx }) => countAttempt(trx, hash, [hash], 'sign_in', at, 5),
  markCodeUsed: ({ trx }) => markCodeUsed(trx, id, at),
  refundAttempt: ({ trx }) => refundAttempt(trx, id),
  deleteCode: ({ trx }) => deleteCode(trx, id),
})
