import type * as queries from '#server/modules/presence/queries.ts'
import {
  clearOtherPresenceProofs,
  findPresenceProof,
  savePresenceProof,
} from '#server/modules/presence/queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/presence/queries.ts', {
  findPresenceProof: ({ trx }) => findPresenceProof(trx, example.id),
  savePresenceProof: ({ trx }) => savePresenceProof(trx, example.id, example.at),
  clearOtherPresenceProofs: ({ trx }) => clearOtherPresenceProofs(trx, example.userId, example.id),
})
