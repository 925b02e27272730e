import type * as queries from '#server/modules/cards/queries.ts'
import {
  claimDiscount,
  dismissOffer,
  findCard,
  findSameCard,
  insertCard,
  insertCardSetup,
  insertChargeOnce,
  refundLocalCharge,
  removeActiveCard,
} from '#server/modules/cards/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const card = {
  workspace_id: example.workspaceId,
  purpose: 'rewards' as const,
  provider: 'local' as const,
  provider_ref: 'local:works',
  brand: 'Visa',
  last4: '4242',
  exp_month: 12,
  exp_year: 2040,
}
const setup = {
  workspace_id: example.workspaceId,
  id: example.id,
  purpose: 'rewards' as const,
  callback: 'https://example.com',
  token_hash: example.hash,
  created_by: example.userId,
  created_at: example.at,
  expires_at: example.at,
}
const charge = {
  workspace_id: example.workspaceId,
  id: example.id,
  key: 'key',
  card_id: example.id,
  amount_cents: 2_750,
  created_at: example.at,
}

export default defineExamples<typeof queries>()('server/modules/cards/queries.ts', {
  findCard: ({ trx }) => findCard(trx, example.workspaceId, 'rewards'),
  findSameCard: ({ trx }) => findSameCard(trx, card),
  insertCard: ({ trx }) =>
    insertCard(trx, {
      ...card,
      id: example.id,
      created_by: example.userId,
      created_at: example.at,
    }),
  removeActiveCard: ({ trx }) => removeActiveCard(trx, example.workspaceId, 'rewards', example.at),
  claimDiscount: ({ trx }) => claimDiscount(trx, example.workspaceId, example.at),
  dismissOffer: ({ trx }) => dismissOffer(trx, example.workspaceId, example.at),
  insertCardSetup: ({ trx }) => insertCardSetup(trx, setup),
  insertChargeOnce: {
    rows: [[], [{ id: example.id }]],
    run: ({ trx }) => insertChargeOnce(trx, charge),
  },
  refundLocalCharge: ({ trx }) => refundLocalCharge(trx, example.workspaceId, 'key'),
})
