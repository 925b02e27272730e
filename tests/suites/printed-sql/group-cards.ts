import type * as queries from '#server/modules/group-cards/queries.ts'
import {
  findVisibleCard,
  insertCard,
  listCardsToOpen,
  listCardsToSign,
  listReceivedCards,
  listSigners,
  lockCard,
  markCardDelivered,
} from '#server/modules/group-cards/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example
const celebration = { kind: 'birthday', year: 2026 } as const

export default defineExamples<typeof queries>()('server/modules/group-cards/queries.ts', {
  listCardsToOpen: ({ trx }) =>
    listCardsToOpen(trx, workspaceId, ['birthday'], { from: at, limit: 10 }),
  listSigners: ({ trx }) =>
    listSigners(
      trx,
      workspaceId,
      { userId, managerId: id },
      { isTeamOnly: false, sinceId: id, limit: 50 },
    ),
  insertCard: ({ trx }) =>
    insertCard(
      trx,
      { workspace_id: workspaceId, id, user_id: userId, created_at: at, ...celebration },
      [userId],
    ),
  listCardsToSign: ({ trx }) => listCardsToSign(trx, workspaceId, userId, 100),
  listReceivedCards: ({ trx }) => listReceivedCards(trx, workspaceId, userId, 100),
  findVisibleCard: ({ trx }) => findVisibleCard(trx, workspaceId, id, userId),
  lockCard: ({ trx }) => lockCard(trx, workspaceId, id),
  markCardDelivered: ({ trx }) =>
    markCardDelivered(trx, workspaceId, { ...celebration, userId, at }),
})
