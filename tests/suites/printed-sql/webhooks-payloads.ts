import type * as queries from '#server/modules/webhooks/payload-queries.ts'
import {
  findPublicComment,
  findPublicPost,
  findPurchaseForWebhook,
} from '#server/modules/webhooks/payload-queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/webhooks/payload-queries.ts', {
  findPublicPost: ({ trx }) => findPublicPost(trx, example.workspaceId, example.id),
  findPublicComment: ({ trx }) => findPublicComment(trx, example.workspaceId, example.id),
  findPurchaseForWebhook: ({ trx }) => findPurchaseForWebhook(trx, example.workspaceId, example.id),
})
