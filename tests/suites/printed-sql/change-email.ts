import type * as queries from '#server/workflows/change-email/queries.ts'
import {
  changeAccountEmail,
  deleteFactorAddedSince,
  findOwnEmail,
  findUndoableChange,
  insertAddressChange,
  lockAccountEmail,
  markUndone,
  pruneAccountWithEmail,
  restoreAccountEmail,
} from '#server/workflows/change-email/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { id, hash, at } = example
const email = 'ada@example.com'

export default defineExamples<typeof queries>()('server/workflows/change-email/queries.ts', {
  findOwnEmail: ({ trx }) => findOwnEmail(trx, example.workspaceId, example.userId),
  lockAccountEmail: ({ trx }) => lockAccountEmail(trx, id),
  pruneAccountWithEmail: {
    rows: [[{ id }]],
    run: ({ trx }) => pruneAccountWithEmail(trx, email, id),
  },
  changeAccountEmail: ({ trx }) => changeAccountEmail(trx, id, email),
  restoreAccountEmail: ({ trx }) => restoreAccountEmail(trx, id, email, at),
  insertAddressChange: ({ trx }) =>
    insertAddressChange(
      trx,
      { account_id: id, old_email: email, new_email: email, undo_hash: hash },
      at,
    ),
  findUndoableChange: ({ trx }) => findUndoableChange(trx, hash, at),
  markUndone: ({ trx }) =>
    markUndone(trx, { id, account_id: id, old_email: email, new_email: email, changed_at: at }, at),
  deleteFactorAddedSince: ({ trx }) => deleteFactorAddedSince(trx, id, at),
})
