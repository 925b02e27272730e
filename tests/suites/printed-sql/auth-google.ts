import type * as queries from '#server/modules/auth/google-queries.ts'
import {
  findAccountBySub,
  isLinkedElsewhere,
  isNonceUsed,
  linkGoogle,
  markNonceUsed,
} from '#server/modules/auth/google-queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/auth/google-queries.ts', {
  findAccountBySub: ({ trx }) => findAccountBySub(trx, 'sub'),
  isLinkedElsewhere: ({ trx }) => isLinkedElsewhere(trx, example.id, 'sub'),
  linkGoogle: ({ trx }) => linkGoogle(trx, example.id, 'sub'),
  isNonceUsed: ({ trx }) => isNonceUsed(trx, example.hash),
  markNonceUsed: ({ trx }) =>
    markNonceUsed(trx, { nonce_hash: example.hash, expires_at: example.at }),
})
