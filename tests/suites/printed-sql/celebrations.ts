import type * as queries from '#server/modules/celebrations/queries.ts'
import {
  countCelebrations,
  deleteCelebration,
  findCelebratedPerson,
  insertSkippedCelebration,
  listCloseColleagues,
  listDueCelebrations,
  listRules,
  listUpcomingCelebrations,
  listWorkspacesToPlan,
  lockPlannedCelebration,
  planCelebrations,
  type RuleRow,
  setPlannedUntil,
  updateCelebration,
  upsertRule,
} from '#server/modules/celebrations/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example
const today = '2026-09-01'
const days = [{ day: today, monthDay: 901 }]
const key = { workspace_id: workspaceId, kind: 'birthday', user_id: userId, year: 2026 } as const
const rule = (kind: RuleRow['kind']): RuleRow => ({
  workspace_id: workspaceId,
  kind,
  enabled: true,
  audience: {
    group_ids: [],
    excluded_group_ids: [],
    managers_only: false,
    countries: ['DE'],
    tenure_months_from: null,
    tenure_months_to: null,
    user_ids: [],
  },
  budget_id: null,
  value_id: null,
  points: 10,
  points_by_year: [],
  visibility: 'everyone',
  hour: 9,
  weekends: 'before',
  card: true,
  texts: {},
  planned_until: null,
})

export default defineExamples<typeof queries>()('server/modules/celebrations/queries.ts', {
  listRules: ({ trx }) => listRules(trx, workspaceId),
  upsertRule: ({ trx }) =>
    upsertRule(trx, {
      ...rule('birthday'),
      audience: '{}',
      points_by_year: '[]',
      texts: '{}',
    }),
  setPlannedUntil: ({ trx }) => setPlannedUntil(trx, workspaceId, at),
  planCelebrations: ({ trx }) =>
    planCelebrations(trx, workspaceId, rule('anniversary'), { days, today, at }),
  listWorkspacesToPlan: ({ trx }) => listWorkspacesToPlan(trx, at, 10),
  listDueCelebrations: ({ trx }) => listDueCelebrations(trx, at, 10),
  lockPlannedCelebration: ({ trx }) => lockPlannedCelebration(trx, key),
  updateCelebration: ({ trx }) => updateCelebration(trx, key, { state: 'posted', post_id: id }),
  insertSkippedCelebration: ({ trx }) =>
    insertSkippedCelebration(trx, { ...key, day: today, due_at: at }),
  deleteCelebration: ({ trx }) => deleteCelebration(trx, key),
  findCelebratedPerson: ({ trx }) =>
    findCelebratedPerson(trx, workspaceId, rule('birthday'), { userId, days, day: today }),
  listCloseColleagues: ({ trx }) =>
    listCloseColleagues(trx, workspaceId, { id: userId, manager_id: id }, 200),
  listUpcomingCelebrations: ({ trx }) =>
    listUpcomingCelebrations(trx, workspaceId, [rule('birthday'), rule('welcome')], {
      days,
      today,
      openOnly: true,
      after: { day: today, kind: 'birthday', userId },
      limit: 21,
    }),
  countCelebrations: ({ trx }) =>
    countCelebrations(trx, workspaceId, [rule('anniversary')], { days, today, openOnly: true }),
})
