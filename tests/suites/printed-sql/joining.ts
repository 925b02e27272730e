import type * as queries from '#server/modules/joining/queries.ts'
import {
  countJoinLinkUse,
  deleteJoinDomain,
  deleteJoinLink,
  findJoinLink,
  findLiveJoinLink,
  hasJoinDomain,
  insertJoinDomain,
  listJoinableWorkspaceIds,
  listJoinDomains,
  replaceJoinLink,
} from '#server/modules/joining/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, hash, at } = example
const domain = 'northwind.example'

export default defineExamples<typeof queries>()('server/modules/joining/queries.ts', {
  findJoinLink: ({ trx }) => findJoinLink(trx, workspaceId),
  findLiveJoinLink: ({ trx }) => findLiveJoinLink(trx, workspaceId, hash, at),
  replaceJoinLink: ({ trx }) =>
    replaceJoinLink(trx, {
      workspace_id: workspaceId,
      token_hash: hash,
      token: hash,
      created_by: userId,
      created_at: at,
      expires_at: at,
      uses_max: null,
      own_domains_only: false,
    }),
  deleteJoinLink: ({ trx }) => deleteJoinLink(trx, workspaceId),
  countJoinLinkUse: ({ trx }) => countJoinLinkUse(trx, workspaceId, hash, at),
  listJoinDomains: ({ trx }) => listJoinDomains(trx, workspaceId),
  hasJoinDomain: ({ trx }) => hasJoinDomain(trx, workspaceId, domain),
  insertJoinDomain: ({ trx }) =>
    insertJoinDomain(trx, {
      workspace_id: workspaceId,
      domain,
      added_by: userId,
      added_at: at,
    }),
  deleteJoinDomain: ({ trx }) => deleteJoinDomain(trx, workspaceId, domain),
  listJoinableWorkspaceIds: ({ trx }) => listJoinableWorkspaceIds(trx, id, domain, 20),
})
