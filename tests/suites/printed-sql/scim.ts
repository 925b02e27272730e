import type * as queries from '#server/modules/scim/queries.ts'
import {
  countDeactivations,
  findScimSettings,
  findScimToken,
  insertScimRequest,
  insertScimToken,
  listMappedGroups,
  listScimRequests,
  listScimTokens,
  revokeScimToken,
  saveScimSettings,
  touchScimToken,
  updateGroupKind,
  updateGroupPermission,
} from '#server/modules/scim/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, hash, at } = example

export default defineExamples<typeof queries>()('server/modules/scim/queries.ts', {
  findScimSettings: ({ trx }) => findScimSettings(trx, workspaceId),
  saveScimSettings: ({ trx }) => saveScimSettings(trx, workspaceId, { dry_run: false }),
  listScimTokens: ({ trx }) => listScimTokens(trx, workspaceId),
  findScimToken: ({ trx }) => findScimToken(trx, workspaceId, hash),
  insertScimToken: ({ trx }) =>
    insertScimToken(trx, {
      workspace_id: workspaceId,
      id,
      name: 'Okta',
      token_hash: hash,
      created_by: userId,
      created_at: at,
    }),
  touchScimToken: ({ trx }) => touchScimToken(trx, workspaceId, id, at),
  revokeScimToken: ({ trx }) => revokeScimToken(trx, workspaceId, id, at),
  listMappedGroups: ({ trx }) => listMappedGroups(trx, workspaceId, { after: id, limit: 10 }),
  updateGroupPermission: ({ trx }) => updateGroupPermission(trx, workspaceId, id, null),
  updateGroupKind: ({ trx }) => updateGroupKind(trx, workspaceId, id, 'team'),
  listScimRequests: ({ trx }) =>
    listScimRequests(trx, workspaceId, { before: id, outcome: 'failed', limit: 10 }),
  insertScimRequest: ({ trx }) =>
    insertScimRequest(trx, {
      workspace_id: workspaceId,
      id,
      token_name: 'Okta',
      method: 'POST',
      resource: 'User',
      outcome: 'created',
      status: 201,
      dry_run: false,
      created_at: at,
    }),
  countDeactivations: ({ trx }) => countDeactivations(trx, workspaceId, at),
})
