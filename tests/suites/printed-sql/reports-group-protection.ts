import type * as queries from '#server/modules/reports/group-protection-queries.ts'
import {
  compareWithLarger,
  hasFigures,
  listGroupIdsBelow,
  listPlaces,
} from '#server/modules/reports/group-protection-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id } = example
const days = { from: '2026-06-01', to: '2026-06-15', all: false }
const group = { ids: [id], timezone: 'UTC' }
const past = { day: '2026-06-01', isNow: false }
const now = { day: '2026-06-15', isNow: true }

export default defineExamples<typeof queries>()(
  'server/modules/reports/group-protection-queries.ts',
  {
    listGroupIdsBelow: ({ trx }) => listGroupIdsBelow(trx, workspaceId, id),
    hasFigures: ({ trx }) => hasFigures(trx, workspaceId, group, days),
    compareWithLarger: ({ trx }) =>
      compareWithLarger(trx, workspaceId, { ...group, kind: 'location' }, past),
    listPlaces: ({ trx }) =>
      listPlaces(trx, workspaceId, { kind: 'department', timezone: 'UTC' }, [now, past]),
  },
)
