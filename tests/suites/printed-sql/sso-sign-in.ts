import type * as queries from '#server/workflows/sso-sign-in/queries.ts'
import {
  countRequests,
  endProviderSessions,
  findIdentityMember,
  findMemberByEmail,
  findSubjectInAnyCase,
  insertIdentity,
  insertRequest,
  markMessageUsed,
  saveOutcome,
  takeOutcome,
  takeRequest,
  touchIdentity,
} from '#server/workflows/sso-sign-in/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, hash, at } = example
const identity = { issuer: 'https://login.northwind.example', subject: 'subject' }

export default defineExamples<typeof queries>()('server/workflows/sso-sign-in/queries.ts', {
  insertRequest: ({ trx }) =>
    insertRequest(trx, {
      workspace_id: workspaceId,
      id,
      connection_id: id,
      state_hash: hash,
      challenge: 'challenge',
      secret: hash,
      created_at: at,
      expires_at: at,
    }),
  countRequests: ({ trx }) => countRequests(trx, workspaceId, at, 10),
  takeRequest: ({ trx }) => takeRequest(trx, workspaceId, id, hash, at),
  saveOutcome: ({ trx }) =>
    saveOutcome(trx, workspaceId, id, { outcome: hash, code_hash: hash, code_expires_at: at }),
  takeOutcome: ({ trx }) => takeOutcome(trx, workspaceId, hash, at),
  markMessageUsed: ({ trx }) =>
    markMessageUsed(trx, {
      workspace_id: workspaceId,
      connection_id: id,
      message_hash: hash,
      expires_at: at,
    }),
  findIdentityMember: ({ trx }) => findIdentityMember(trx, workspaceId, id, identity),
  findSubjectInAnyCase: ({ trx }) => findSubjectInAnyCase(trx, workspaceId, id, identity),
  findMemberByEmail: ({ trx }) => findMemberByEmail(trx, workspaceId, id, 'ida@northwind.example'),
  insertIdentity: ({ trx }) =>
    insertIdentity(trx, {
      workspace_id: workspaceId,
      connection_id: id,
      ...identity,
      user_id: userId,
      created_at: at,
      seen_at: at,
    }),
  touchIdentity: ({ trx }) => touchIdentity(trx, workspaceId, id, identity, at),
  endProviderSessions: ({ trx }) =>
    endProviderSessions(trx, workspaceId, id, { subject: 'subject', sessionId: 'session' }, at),
})
