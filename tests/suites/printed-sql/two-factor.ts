import type * as queries from '#server/modules/two-factor/queries.ts'
import {
  consumeRecoveryCode,
  consumeTotpStep,
  countTwoFactorAttempt,
  deleteTwoFactor,
  findAccountRecipient,
  findTwoFactor,
  findTwoFactorAccountId,
  insertTwoFactorSetup,
  listAccountWorkspaceIds,
  lockTwoFactorSecret,
  markTwoFactorConfirmed,
  replaceRecoveryCodes,
} from '#server/modules/two-factor/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { hash, at } = example
const accountId = example.id

export default defineExamples<typeof queries>()('server/modules/two-factor/queries.ts', {
  findTwoFactor: ({ trx }) => findTwoFactor(trx, accountId),
  findTwoFactorAccountId: ({ trx }) => findTwoFactorAccountId(trx, { email: 'ada@example.com' }),
  insertTwoFactorSetup: ({ trx }) => insertTwoFactorSetup(trx, accountId, hash, at),
  markTwoFactorConfirmed: ({ trx }) => markTwoFactorConfirmed(trx, accountId, 1, at),
  lockTwoFactorSecret: ({ trx }) => lockTwoFactorSecret(trx, accountId),
  deleteTwoFactor: ({ trx }) => deleteTwoFactor(trx, accountId),
  countTwoFactorAttempt: ({ trx }) =>
    countTwoFactorAttempt(trx, accountId, { startedAfter: at }, at, { max: 10, ms: 60_000 }),
  consumeTotpStep: ({ trx }) => consumeTotpStep(trx, accountId, 1),
  replaceRecoveryCodes: ({ trx }) => replaceRecoveryCodes(trx, accountId, [hash, hash], at),
  consumeRecoveryCode: {
    rows: [[], [{}], [{ left: 9 }]],
    run: ({ trx }) => consumeRecoveryCode(trx, accountId, hash),
  },
  listAccountWorkspaceIds: ({ database }) => listAccountWorkspaceIds(database, accountId),
  findAccountRecipient: ({ trx }) => findAccountRecipient(trx, example.workspaceId, accountId),
})
