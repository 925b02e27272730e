import type * as queries from '#server/modules/values/queries.ts'
import {
  insertValues,
  listValues,
  unmarkOtherDefaultValues,
  updateValueColumns,
} from '#server/modules/values/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { id, workspaceId, at } = example

export default defineExamples<typeof queries>()('server/modules/values/queries.ts', {
  listValues: ({ trx }) => listValues(trx, workspaceId),
  insertValues: ({ trx }) =>
    insertValues(trx, [
      {
        workspace_id: workspaceId,
        id,
        name: 'Calm',
        color: '#336699',
        emoji: '🐢',
        tag: 'calm',
        created_at: at,
        retired_at: null,
      },
    ]),
  updateValueColumns: ({ trx }) => updateValueColumns(trx, workspaceId, id, { is_default: true }),
  unmarkOtherDefaultValues: ({ trx }) => unmarkOtherDefaultValues(trx, workspaceId, id),
})
