import type * as queries from '#server/modules/payroll-runs/source-queries.ts'
import {
  findFirstOpenPart,
  listOpenParts,
  listRevokedLines,
  sumUsage,
} from '#server/modules/payroll-runs/source-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, at } = example
const times = { from: at, before: at, timezone: 'Europe/Berlin' }

export default defineExamples<typeof queries>()('server/modules/payroll-runs/source-queries.ts', {
  findFirstOpenPart: ({ trx }) => findFirstOpenPart(trx, workspaceId, { from: at, before: at }),
  listOpenParts: ({ trx }) => listOpenParts(trx, workspaceId, times, { country: 'DE' }, 100),
  listRevokedLines: ({ trx }) =>
    listRevokedLines(trx, workspaceId, times, { userIds: [userId] }, 100),
  sumUsage: ({ trx }) => sumUsage(trx, workspaceId, { userIds: [userId], since: '2026-01-01' }),
})
