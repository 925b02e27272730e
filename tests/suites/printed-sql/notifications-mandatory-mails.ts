import type * as queries from '#server/modules/notifications/mandatory-mail-queries.ts'
import {
  findAccountMailTeam,
  findAlertMailTeam,
  findBillingMailData,
  findDeletionMailData,
  findExpiringConnection,
  findGrantMailData,
  findHookMailData,
  findMemberState,
  findTokenMailData,
  findExpiryMailTeam,
  findYearlyBudgetMailTeam,
  isScimPaused,
} from '#server/modules/notifications/mandatory-mail-queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()(
  'server/modules/notifications/mandatory-mail-queries.ts',
  {
    findMemberState: ({ trx }) => findMemberState(trx, example.workspaceId, example.userId),
    findBillingMailData: ({ trx }) => findBillingMailData(trx, example.workspaceId, example.userId),
    findHookMailData: ({ trx }) =>
      findHookMailData(trx, example.workspaceId, example.id, example.userId),
    isScimPaused: ({ trx }) => isScimPaused(trx, example.workspaceId),
    findTokenMailData: ({ trx }) => findTokenMailData(trx, example.workspaceId, example.id),
    findGrantMailData: ({ trx }) => findGrantMailData(trx, example.workspaceId, example.id),
    findDeletionMailData: ({ trx }) => findDeletionMailData(trx, example.workspaceId),
    findAccountMailTeam: ({ trx }) => findAccountMailTeam(trx, example.workspaceId, example.userId),
    findExpiringConnection: ({ trx }) =>
      findExpiringConnection(trx, example.workspaceId, example.id, example.at),
    findAlertMailTeam: ({ trx }) => findAlertMailTeam(trx, example.workspaceId, example.userId),
    findExpiryMailTeam: ({ trx }) => findExpiryMailTeam(trx, example.workspaceId, example.userId),
    findYearlyBudgetMailTeam: ({ trx }) =>
      findYearlyBudgetMailTeam(trx, example.workspaceId, example.userId),
  },
)
