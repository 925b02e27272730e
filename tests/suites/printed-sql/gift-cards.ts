import type * as queries from '#server/modules/giftcards/queries.ts'
import {
  addSpending,
  findBuyer,
  findOfferCountry,
  findRewardsCard,
  findSpentCents,
  findValidatedAt,
  findVoucher,
  findVoucherByToken,
  insertOrder,
  insertVoucherOnce,
  markLimitReported,
  markVoucherSeen,
  subtractSpending,
} from '#server/modules/giftcards/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const day = '2026-06-15'
const product = { product_id: 'books', country: 'US', currency: 'USD', value_cents: 2_500 }
const order = {
  ...product,
  workspace_id: example.workspaceId,
  purchase_id: example.id,
  step: 'held' as const,
  card_id: example.id,
  charge_cents: 2_750,
  recipient_email: 'ada@example.com',
  recipient_name: 'Ada',
  next_at: example.at,
  created_at: example.at,
  updated_at: example.at,
}
const voucher = {
  ...product,
  workspace_id: example.workspaceId,
  id: example.id,
  purchase_id: example.id,
  token_hash: example.hash,
  code: 'CODE',
  created_at: example.at,
}

export default defineExamples<typeof queries>()('server/modules/giftcards/queries.ts', {
  findOfferCountry: ({ database }) => findOfferCountry(database, example.workspaceId, example.id),
  findBuyer: ({ trx }) => findBuyer(trx, example.workspaceId, example.userId),
  insertOrder: ({ trx }) => insertOrder(trx, order),
  findRewardsCard: ({ trx }) => findRewardsCard(trx, example.workspaceId),
  findValidatedAt: ({ trx }) => findValidatedAt(trx, example.workspaceId),
  findSpentCents: ({ trx }) => findSpentCents(trx, example.workspaceId, day),
  addSpending: ({ trx }) =>
    addSpending(trx, example.workspaceId, { day, cents: 2_750, maxCents: 200_000 }),
  subtractSpending: ({ trx }) => subtractSpending(trx, example.workspaceId, { day, cents: 2_750 }),
  markLimitReported: ({ trx }) => markLimitReported(trx, example.workspaceId, day, example.at),
  findVoucherByToken: ({ trx }) => findVoucherByToken(trx, example.workspaceId, example.hash),
  markVoucherSeen: ({ trx }) => markVoucherSeen(trx, example.workspaceId, example.id, example.at),
  findVoucher: ({ trx }) => findVoucher(trx, example.workspaceId, example.id),
  insertVoucherOnce: ({ trx }) => insertVoucherOnce(trx, voucher),
})
