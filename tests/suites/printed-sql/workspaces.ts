import type * as queries from '#server/modules/workspaces/queries.ts'
import {
  claimTeamCreation,
  countMemberships,
  findBillingState,
  findOnboardingFacts,
  findSettings,
  findTimezone,
  findWorkspace,
  findWorkspaceBrand,
  listWorkspaceIdsAfter,
  lockSettings,
  releaseTeamCreation,
  updateSettingsColumns,
  updateWorkspaceColumns,
} from '#server/modules/workspaces/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { id, workspaceId, at } = example

export default defineExamples<typeof queries>()('server/modules/workspaces/queries.ts', {
  findWorkspaceBrand: ({ trx }) => findWorkspaceBrand(trx, workspaceId),
  findWorkspace: ({ trx }) => findWorkspace(trx, workspaceId),
  findBillingState: ({ trx }) => findBillingState(trx, workspaceId),
  findTimezone: ({ trx }) => findTimezone(trx, workspaceId),
  findSettings: ({ trx }) => findSettings(trx, workspaceId),
  lockSettings: ({ trx }) => lockSettings(trx, workspaceId),
  updateSettingsColumns: ({ trx }) => updateSettingsColumns(trx, workspaceId, { comments: false }),
  updateWorkspaceColumns: ({ trx }) => updateWorkspaceColumns(trx, workspaceId, { name: 'Acme' }),
  findOnboardingFacts: ({ trx }) => findOnboardingFacts(trx, workspaceId, example.userId),
  countMemberships: ({ trx }) => countMemberships(trx, id),
  claimTeamCreation: ({ trx }) => claimTeamCreation(trx, { id, account_id: id, at, max: 10 }),
  releaseTeamCreation: ({ trx }) => releaseTeamCreation(trx, id),
  listWorkspaceIdsAfter: ({ database }) => listWorkspaceIdsAfter(database, id, 500),
})
