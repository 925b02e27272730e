import type * as queries from '#server/modules/leavers/queries.ts'
import {
  deleteOpenGrace,
  findGrace,
  findGraceByToken,
  findLatestGrace,
  findPolicy,
  insertGrace,
  listLeavers,
  lockLeaver,
  updateGrace,
  updatePolicy,
} from '#server/modules/leavers/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, hash, at } = example

export default defineExamples<typeof queries>()('server/modules/leavers/queries.ts', {
  findPolicy: ({ trx }) => findPolicy(trx, workspaceId),
  updatePolicy: ({ trx }) =>
    updatePolicy(trx, workspaceId, { leaver_grace_days: 30, leaver_outcome: 'payroll' }),
  insertGrace: ({ trx }) =>
    insertGrace(trx, {
      workspace_id: workspaceId,
      id,
      user_id: userId,
      started_at: at,
      ends_at: at,
      outcome: 'payroll',
      token_hash: hash,
    }),
  updateGrace: ({ trx }) => updateGrace(trx, workspaceId, id, { held_at: at }),
  deleteOpenGrace: ({ trx }) => deleteOpenGrace(trx, workspaceId, userId),
  findLatestGrace: ({ trx }) => findLatestGrace(trx, workspaceId, userId),
  findGraceByToken: ({ trx }) => findGraceByToken(trx, workspaceId, hash),
  lockLeaver: ({ trx }) => lockLeaver(trx, workspaceId, userId, 'update'),
  listLeavers: ({ trx }) =>
    listLeavers(trx, workspaceId, { before: id, day: '2026-03-01', limit: 50 }),
  findGrace: ({ trx }) => findGrace(trx, workspaceId, id),
})
