import type * as queries from '#server/modules/billing/team-queries.ts'
import {
  countBilledUsers,
  findBillingState,
  findBillingTeam,
  listStaleTeams,
  listTeamsWithChangedSeats,
  listTrialsEnding,
  markTrialMailed,
  updatePaidUntil,
} from '#server/modules/billing/team-queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/billing/team-queries.ts', {
  listTeamsWithChangedSeats: ({ trx }) => listTeamsWithChangedSeats(trx, 50),
  listStaleTeams: ({ trx }) => listStaleTeams(trx, example.at, 50),
  updatePaidUntil: ({ trx }) => updatePaidUntil(trx, example.workspaceId, example.at),
  findBillingTeam: ({ trx }) => findBillingTeam(trx, example.workspaceId),
  findBillingState: ({ trx }) => findBillingState(trx, example.workspaceId),
  countBilledUsers: ({ trx }) => countBilledUsers(trx, example.workspaceId),
  listTrialsEnding: ({ trx }) => listTrialsEnding(trx, example.at, example.at, 50),
  markTrialMailed: ({ trx }) => markTrialMailed(trx, example.workspaceId, example.at),
})
