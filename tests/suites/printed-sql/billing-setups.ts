import type * as queries from '#server/modules/billing/setup-queries.ts'
import {
  hasSetupSince,
  listCardSetups,
  listOrderSetups,
  lockSetupByToken,
  markSetupDone,
  markSetupsDone,
} from '#server/modules/billing/setup-queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/billing/setup-queries.ts', {
  hasSetupSince: ({ trx }) => hasSetupSince(trx, example.workspaceId, example.at, example.at),
  listCardSetups: ({ trx }) => listCardSetups(trx, example.workspaceId, example.at),
  listOrderSetups: ({ trx }) => listOrderSetups(trx, example.workspaceId, example.at),
  markSetupDone: ({ trx }) => markSetupDone(trx, example.workspaceId, example.id, example.at),
  markSetupsDone: ({ trx }) => markSetupsDone(trx, example.workspaceId, [example.id], example.at),
  lockSetupByToken: ({ trx }) =>
    lockSetupByToken(trx, example.workspaceId, example.hash, example.at),
})
