import type * as queries from '#server/modules/group-cards/queries.ts'
import {
  deleteSignature,
  endSignatureReport,
  findVisibleCard,
  insertCard,
  listCardsToOpen,
  listCardsToSign,
  listReceivedCards,
  listReportedSignatures,
  listSignatures,
  listSigners,
  lockCard,
  markCardDelivered,
  reportSignature,
  setSignatureHidden,
  upsertSignature,
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
  listSignatures: ({ trx }) => listSignatures(trx, workspaceId, id, { withHidden: false }),
  upsertSignature: ({ trx }) =>
    upsertSignature(trx, {
      workspace_id: workspaceId,
      card_id: id,
      user_id: userId,
      text: 'Happy birthday!',
      created_at: at,
    }),
  deleteSignature: ({ trx }) => deleteSignature(trx, workspaceId, id, userId),
  setSignatureHidden: ({ trx }) =>
    setSignatureHidden(trx, workspaceId, { cardId: id, userId, hiddenAt: at }),
  reportSignature: ({ trx }) => reportSignature(trx, workspaceId, { cardId: id, userId, at }),
  listReportedSignatures: ({ trx }) => listReportedSignatures(trx, workspaceId, 100),
  endSignatureReport: ({ trx }) => endSignatureReport(trx, workspaceId, { cardId: id, userId }),
  markCardDelivered: ({ trx }) =>
    markCardDelivered(trx, workspaceId, { ...celebration, userId, at }),
})
