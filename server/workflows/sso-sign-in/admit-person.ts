import type { ClaimField } from '#contract/sso.ts'
import { findOrCreateAccount } from '#server/modules/accounts/queries.ts'
import { acceptMembership } from '#server/modules/auth/service.ts'
import type { SsoConnectionRow } from '#server/modules/sso/connection-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { insertNewMember } from '#server/workflows/join-workspace/insert-new-member.ts'
import type { Evaluation } from './evaluate.ts'
import { fillEmptyFields } from './fill-fields.ts'
import type { ProvenIdentity } from './identity.ts'
import { insertIdentity, type SsoMember, touchIdentity } from './queries.ts'

type Admission = {
  connection: SsoConnectionRow
  identity: ProvenIdentity
  evaluation: Evaluation
  at: Date
}
type Admitted = { user_id: string; account_id: string }

/** Creates a member for an address of the connection's domains. */
async function createMember(
  services: Services,
  trx: Trx,
  connection: SsoConnectionRow,
  fields: Record<ClaimField, string>,
  at: Date,
): Promise<Admitted> {
  const accountId = await findOrCreateAccount(trx, fields.email, at)
  const userId = await insertNewMember(services, trx, {
    workspace_id: connection.workspace_id,
    account_id: accountId,
    email: fields.email,
    first_name: fields.first_name,
    last_name: fields.last_name,
    joined_by: 'sso',
    at,
  })
  return { user_id: userId, account_id: accountId }
}

/** Accepts an invited member, and returns the account that the membership belongs to. */
async function enterMember(
  trx: Trx,
  workspaceId: string,
  member: SsoMember,
  at: Date,
): Promise<Admitted> {
  const { id: userId, account_id: accountId, state } = member
  if (accountId === null) throwRefusal('sso_unknown_person')
  if (state === 'pending' && !(await acceptMembership(trx, workspaceId, userId, accountId, at)))
    throwRefusal('sso_unknown_person')
  return { user_id: userId, account_id: accountId }
}

/**
 * Lets the person of an evaluated identity in: links the identity, accepts or creates the member,
 * and fills empty fields from claims. Throws the refusal of the evaluation, sso_identity_taken when
 * another sign-in has linked the person concurrently, and sso_expired when an administrator has
 * disconnected them concurrently.
 */
export async function admitPerson(
  services: Services,
  trx: Trx,
  { connection, identity, evaluation, at }: Admission,
): Promise<Admitted> {
  const { workspace_id: workspaceId, id: connectionId } = connection
  if (evaluation.outcome === 'refused') throwRefusal(evaluation.refusal)
  const admitted =
    evaluation.outcome === 'creates'
      ? await createMember(services, trx, connection, evaluation.fields, at)
      : await enterMember(trx, workspaceId, evaluation.member, at)
  const isLinked = evaluation.outcome !== 'creates' && evaluation.is_linked
  if (isLinked) {
    if (!(await touchIdentity(trx, workspaceId, connectionId, identity, at)))
      throwRefusal('sso_expired')
  } else if (
    !(await insertIdentity(trx, {
      workspace_id: workspaceId,
      connection_id: connectionId,
      issuer: identity.issuer,
      subject: identity.subject,
      user_id: admitted.user_id,
      created_at: at,
      seen_at: at,
    }))
  )
    throwRefusal('sso_identity_taken')
  await fillEmptyFields(trx, workspaceId, admitted.user_id, evaluation.fields, at)
  return admitted
}
