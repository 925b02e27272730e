import type * as queries from '#server/modules/presence/queries.ts'
import {
  clearOtherPresenceProofs,
  clearSecondFactorPassed,
  findPresenceProof,
  markSecondFactorPassed,
  savePresenceProof,
} from '#server/modules/presence/queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/presence/queries.ts', {
  findPresenceProof: ({ trx }) => findPresenceProof(trx, example.id),
  savePresenceProof: ({ trx }) =>
    savePresenceProof(trx, example.id, example.at, { secondFactor: true }),
  markSecondFactorPassed: ({ trx }) => markSecondFactorPassed(trx, example.id),
  clearSecondFactorPassed: ({ trx }) => clearSecondFactorPassed(trx, example.userId),
  clearOtherPresenceProofs: ({ trx }) => clearOtherPresenceProofs(trx, example.userId, example.id),
})
