import type * as queries from '#server/modules/webhooks/queries.ts'
import {
  deleteWebhookRow,
  findWebhook,
  insertWebhook,
  listChannelHooks,
  listWebhooks,
  lockWebhook,
  recordWebhookFailure,
  replaceWebhookSecret,
  resetWebhookFailures,
  switchWebhookOff,
  updateWebhookRow,
} from '#server/modules/webhooks/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const webhook = {
  workspace_id: example.workspaceId,
  id: example.id,
  kind: 'webhook' as const,
  url: 'https://example.com',
  events: [],
  secret: example.hash,
  created_at: example.at,
}

export default defineExamples<typeof queries>()('server/modules/webhooks/queries.ts', {
  listChannelHooks: ({ trx }) => listChannelHooks(trx, example.workspaceId),
  listWebhooks: ({ trx }) => listWebhooks(trx, example.workspaceId),
  findWebhook: ({ trx }) => findWebhook(trx, example.workspaceId, example.id),
  lockWebhook: ({ trx }) => lockWebhook(trx, example.workspaceId, example.id),
  insertWebhook: ({ trx }) => insertWebhook(trx, webhook),
  updateWebhookRow: ({ trx }) =>
    updateWebhookRow(trx, example.workspaceId, example.id, { state: 'paused' }),
  deleteWebhookRow: ({ trx }) => deleteWebhookRow(trx, example.workspaceId, example.id),
  replaceWebhookSecret: ({ trx }) =>
    replaceWebhookSecret(trx, example.workspaceId, example.id, {
      secret: example.hash,
      oldUntil: example.at,
    }),
  recordWebhookFailure: ({ trx }) =>
    recordWebhookFailure(trx, example.workspaceId, example.id, example.at, 60),
  resetWebhookFailures: ({ trx }) =>
    resetWebhookFailures(trx, example.workspaceId, example.id, example.at),
  switchWebhookOff: ({ trx }) => switchWebhookOff(trx, example.workspaceId, example.id, 'gone'),
})
