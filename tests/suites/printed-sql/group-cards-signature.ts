import type * as queries from '#server/modules/group-cards/signature-queries.ts'
import {
  deleteSignature,
  endSignatureReport,
  listReportedSignatures,
  listSignatures,
  lockSignature,
  reportSignature,
  setSignatureHidden,
  setSignaturePicture,
  upsertSignature,
} from '#server/modules/group-cards/signature-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/group-cards/signature-queries.ts', {
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
  lockSignature: ({ trx }) => lockSignature(trx, workspaceId, id, userId),
  setSignaturePicture: ({ trx }) =>
    setSignaturePicture(trx, workspaceId, { cardId: id, userId, fileId: null }),
  setSignatureHidden: ({ trx }) =>
    setSignatureHidden(trx, workspaceId, { cardId: id, userId, hiddenAt: at }),
  reportSignature: ({ trx }) => reportSignature(trx, workspaceId, { cardId: id, userId, at }),
  listReportedSignatures: ({ trx }) => listReportedSignatures(trx, workspaceId, 100),
  endSignatureReport: ({ trx }) => endSignatureReport(trx, workspaceId, { cardId: id, userId }),
})
