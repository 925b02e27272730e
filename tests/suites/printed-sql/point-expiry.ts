import type * as queries from '#server/modules/point-expiry/queries.ts'
import {
  claimStep,
  deletePolicy,
  findLastWarning,
  findPolicy,
  isStepDone,
  listOldPoints,
  upsertPolicy,
} from '#server/modules/point-expiry/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id, userId, at } = example

export default defineExamples<typeof queries>()('server/modules/point-expiry/queries.ts', {
  findPolicy: ({ trx }) => findPolicy(trx, workspaceId),
  upsertPolicy: ({ trx }) =>
    upsertPolicy(trx, {
      workspace_id: workspaceId,
      months: 12,
      first_day: '2026-09-30',
      updated_at: at,
      updated_by: userId,
    }),
  deletePolicy: ({ trx }) => deletePolicy(trx, workspaceId),
  claimStep: ({ trx }) =>
    claimStep(trx, { workspace_id: workspaceId, month_end: '2026-09-30', days: 30, done_at: at }),
  isStepDone: ({ trx }) => isStepDone(trx, { workspaceId, monthEnd: '2026-09-30', days: 30 }),
  findLastWarning: ({ trx }) => findLastWarning(trx, workspaceId, '2026-09-30'),
  listOldPoints: ({ trx }) =>
    listOldPoints(trx, workspaceId, {
      youngFrom: at,
      earlierFrom: at,
      warnedAt: at,
      after: id,
      limit: 200,
    }),
})
