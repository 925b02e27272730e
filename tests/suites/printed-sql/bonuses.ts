import type * as queries from '#server/modules/bonuses/queries.ts'
import {
  type BonusRow,
  countUnpaidBonuses,
  deleteBonusRow,
  findBonus,
  insertBonus,
  listBonusRows,
  listCandidates,
  listPayments,
  updateBonusColumns,
} from '#server/modules/bonuses/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example
const audience = {
  group_ids: [],
  excluded_group_ids: [],
  managers_only: true,
  countries: [],
  tenure_months_from: null,
  tenure_months_to: null,
  user_ids: [],
}
const fields = {
  id,
  name: 'Spring bonus',
  text: '',
  starts_on: '2026-01-01',
  ends_on: '2026-03-31',
  method: 'share',
  points: 1_000,
  created_at: at,
} as const
const bonus: BonusRow = {
  ...fields,
  audience,
  person_max: null,
  budget_id: null,
  budget_name: null,
  budget_left: null,
  status: 'draft',
  people: null,
  points_paid: null,
  paid_at: null,
  paid_by: null,
}

export default defineExamples<typeof queries>()('server/modules/bonuses/queries.ts', {
  listBonusRows: ({ trx }) => listBonusRows(trx, workspaceId, 500),
  findBonus: ({ trx }) => findBonus(trx, workspaceId, id, 'lock'),
  countUnpaidBonuses: ({ trx }) => countUnpaidBonuses(trx, workspaceId),
  insertBonus: ({ trx }) =>
    insertBonus(trx, {
      ...fields,
      workspace_id: workspaceId,
      audience: JSON.stringify(audience),
    }),
  updateBonusColumns: ({ trx }) => updateBonusColumns(trx, workspaceId, id, { name: 'Bonus' }),
  deleteBonusRow: ({ trx }) => deleteBonusRow(trx, workspaceId, id),
  listCandidates: ({ trx }) =>
    listCandidates(trx, workspaceId, bonus, {
      snapshotDays: ['2025-12-31', '2026-02-28'],
      today: '2026-04-01',
      max: 20_001,
    }),
  listPayments: ({ trx }) =>
    listPayments(trx, workspaceId, id, { after: { points: 5, userId }, limit: 20 }),
})
