import type * as queries from '#server/workflows/sign-up/queries.ts'
import { insertSettings, insertWorkspaceRow } from '#server/workflows/sign-up/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, at } = example

export default defineExamples<typeof queries>()('server/workflows/sign-up/queries.ts', {
  insertWorkspaceRow: ({ trx }) =>
    insertWorkspaceRow(trx, {
      id: workspaceId,
      name: 'Acme',
      logo_file_id: null,
      trial_days: 30,
      trial_ends_at: at,
      paid_until: null,
      validated_at: null,
      discount_claimed_at: null,
      demo: false,
      created_at: at,
      deleted_at: null,
      mail_domain: null,
    }),
  insertSettings: ({ trx }) =>
    insertSettings(trx, { workspace_id: workspaceId, language: 'en', timezone: 'UTC' }),
})
