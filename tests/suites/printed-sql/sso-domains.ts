import type * as queries from '#server/modules/sso/domain-queries.ts'
import {
  assignDomains,
  deleteDomain,
  findDomain,
  insertDomain,
  isVerifiedDomain,
  listConnectionsOfDomain,
  listDomains,
  markDomainVerified,
} from '#server/modules/sso/domain-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example
const domain = 'northwind.example'

export default defineExamples<typeof queries>()('server/modules/sso/domain-queries.ts', {
  listDomains: ({ trx }) => listDomains(trx, workspaceId),
  findDomain: ({ trx }) => findDomain(trx, workspaceId, id),
  insertDomain: ({ trx }) =>
    insertDomain(trx, {
      workspace_id: workspaceId,
      id,
      domain,
      token: 'token',
      added_by: userId,
      added_at: at,
    }),
  markDomainVerified: ({ trx }) => markDomainVerified(trx, workspaceId, id, at),
  deleteDomain: ({ trx }) => deleteDomain(trx, workspaceId, id),
  assignDomains: ({ trx }) => assignDomains(trx, workspaceId, id, [id]),
  isVerifiedDomain: ({ trx }) => isVerifiedDomain(trx, workspaceId, domain, id),
  listConnectionsOfDomain: ({ trx }) => listConnectionsOfDomain(trx, domain, 5),
})
