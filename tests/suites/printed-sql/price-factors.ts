import type * as queries from '#server/modules/price-factors/queries.ts'
import {
  deleteOtherFactors,
  listFactorRows,
  selectLocalPrice,
  upsertFactors,
} from '#server/modules/price-factors/queries.ts'
import { sql } from 'kysely'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, at } = example

export default defineExamples<typeof queries>()('server/modules/price-factors/queries.ts', {
  listFactorRows: ({ trx }) => listFactorRows(trx, workspaceId),
  deleteOtherFactors: ({ trx }) => deleteOtherFactors(trx, workspaceId, ['DE', 'JP']),
  upsertFactors: ({ trx }) =>
    upsertFactors(trx, workspaceId, [{ country: 'JP', factor: '0.85' }], { userId, at }),
  selectLocalPrice: ({ trx }) =>
    sql`select ${selectLocalPrice(workspaceId, userId)} as price from rewards`.execute(trx),
})
