import type * as queries from '#server/modules/attributes/queries.ts'
import {
  deleteAttributeRows,
  deleteAttributeValues,
  findUsedOption,
  hasReports,
  insertAttribute,
  listAttributes,
  listAttributeValues,
  listManagedAttributes,
  listRulesWithAttribute,
  respellValues,
  updateAttributeColumns,
  upsertAttributeValues,
} from '#server/modules/attributes/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<Omit<typeof queries, 'sourceKey'>>()(
  'server/modules/attributes/queries.ts',
  {
    listAttributes: ({ trx }) => listAttributes(trx, workspaceId),
    insertAttribute: ({ trx }) =>
      insertAttribute(trx, {
        workspace_id: workspaceId,
        id,
        name: 'Office days',
        kind: 'list',
        options: ['Monday'],
        visibility: 'everyone',
        created_at: at,
      }),
    updateAttributeColumns: ({ trx }) =>
      updateAttributeColumns(trx, workspaceId, id, { name: 'Office days' }),
    deleteAttributeRows: ({ trx }) => deleteAttributeRows(trx, workspaceId, id),
    findUsedOption: ({ trx }) => findUsedOption(trx, workspaceId, id, ['monday']),
    respellValues: ({ trx }) => respellValues(trx, workspaceId, id, ['Monday']),
    listRulesWithAttribute: ({ trx }) => listRulesWithAttribute(trx, workspaceId, id),
    listAttributeValues: ({ trx }) => listAttributeValues(trx, workspaceId, [userId]),
    upsertAttributeValues: ({ trx }) =>
      upsertAttributeValues(trx, workspaceId, [
        { user_id: userId, attribute_id: id, value: 'Monday' },
      ]),
    deleteAttributeValues: ({ trx }) => deleteAttributeValues(trx, workspaceId, userId, [id]),
    listManagedAttributes: ({ trx }) => listManagedAttributes(trx, workspaceId, [userId]),
    hasReports: ({ trx }) => hasReports(trx, workspaceId, userId),
  },
)
