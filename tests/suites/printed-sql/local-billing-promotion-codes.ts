import type * as queries from '#server/modules/billing/local/promotion-code-queries.ts'
import {
  insertPromotionCode,
  selectPromotionCodes,
} from '#server/modules/billing/local/promotion-code-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const code = { code: 'SPRING', percent: 20, months: 3, times: null, ends_at: null }

export default defineExamples<typeof queries>()(
  'server/modules/billing/local/promotion-code-queries.ts',
  {
    insertPromotionCode: ({ owner }) => insertPromotionCode(owner, code, example.at),
    selectPromotionCodes: ({ owner }) => selectPromotionCodes(owner),
  },
)
