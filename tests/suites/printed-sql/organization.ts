import type * as queries from '#server/modules/organization/queries.ts'
import {
  countReports,
  countTeam,
  listReports,
  listTeam,
  listTeamMembersAmong,
  listTeamValues,
  listTopManagers,
} from '#server/modules/organization/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId } = example
const page = { after: ['ada', userId] as [string, string], limit: 21 }
const team = { managerId: userId, scope: 'all' } as const

export default defineExamples<typeof queries>()('server/modules/organization/queries.ts', {
  countReports: ({ trx }) => countReports(trx, workspaceId, [userId]),
  listReports: ({ trx }) => listReports(trx, workspaceId, userId, page),
  listTopManagers: ({ trx }) => listTopManagers(trx, workspaceId, page),
  listTeam: ({ trx }) =>
    listTeam(trx, workspaceId, team, { ...page, unthankedSince: '2026-03-04' }),
  countTeam: ({ trx }) => countTeam(trx, workspaceId, team, '2026-03-04'),
  listTeamMembersAmong: ({ trx }) => listTeamMembersAmong(trx, workspaceId, team, [userId]),
  listTeamValues: ({ trx }) => listTeamValues(trx, workspaceId, team, '2026-03-04'),
})
