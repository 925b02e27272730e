import type * as queries from '#server/modules/awards/queries.ts'
import {
  countGiftsOfYear,
  countOpenAwards,
  countPendingGifts,
  findAward,
  findAwardPicture,
  findValueOfAward,
  insertAward,
  isOpenValue,
  listAwardRows,
  listGivableAwards,
  updateAwardColumns,
} from '#server/modules/awards/queries.ts'
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

export default defineExamples<typeof queries>()('server/modules/awards/queries.ts', {
  listAwardRows: ({ trx }) => listAwardRows(trx, workspaceId, 100),
  findAward: ({ trx }) => findAward(trx, workspaceId, id, 'lock'),
  findAwardPicture: ({ trx }) => findAwardPicture(trx, example.workspaceId, example.id),
  countOpenAwards: ({ trx }) =>
    countOpenAwards(trx, workspaceId, { name: 'Helping hand', exceptId: null }),
  insertAward: ({ trx }) =>
    insertAward(trx, {
      workspace_id: workspaceId,
      id,
      name: 'Helping hand',
      text: '',
      emoji: '🏅',
      criteria: '',
      points_min: 20,
      points_max: 50,
      givers: JSON.stringify(audience),
      receivers: JSON.stringify(audience),
      value_id: id,
      private: false,
      steps: '[]',
      created_at: at,
    }),
  updateAwardColumns: ({ trx }) => updateAwardColumns(trx, workspaceId, id, { name: 'Thanks' }),
  listGivableAwards: ({ trx }) =>
    listGivableAwards(trx, workspaceId, userId, [{ id, givers: audience }], '2026-09-01'),
  countGiftsOfYear: ({ trx }) =>
    countGiftsOfYear(trx, workspaceId, {
      awardId: id,
      userIds: [userId],
      year: { start: at, end: at },
    }),
  countPendingGifts: ({ trx }) => countPendingGifts(trx, workspaceId, userId),
  isOpenValue: ({ trx }) => isOpenValue(trx, workspaceId, id),
  findValueOfAward: {
    rows: [[{ id }]],
    run: ({ trx }) => findValueOfAward(trx, workspaceId, id),
  },
})
