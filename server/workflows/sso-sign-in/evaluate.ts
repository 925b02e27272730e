import { normalizeAddress } from '#contract/email-address.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { SsoTestResult } from '#contract/schemas/sso.ts'
import type { ClaimField } from '#contract/sso.ts'
import { mailDomainOf } from '#server/modules/joining/mail-domain.ts'
import type { SsoConnectionRow } from '#server/modules/sso/connection-queries.ts'
import { isVerifiedDomain } from '#server/modules/sso/domain-queries.ts'
import { readClaimNames } from '#server/modules/sso/present.ts'
import { isRemovedAddress } from '#server/modules/users/removed-addresses.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { type ProvenIdentity, readFields } from './identity.ts'
import {
  findIdentityMember,
  findMemberByEmail,
  findSubjectInAnyCase,
  type SsoMember,
} from './queries.ts'

/**
 * What a sign-in with an identity does. `enters`: the identity is linked already. `links`: a member
 * with the address is linked. `accepts`: an invited person joins. `creates`: a new member.
 */
export type Evaluation = { fields: Record<ClaimField, string>; email_verified: boolean } & (
  | { outcome: 'enters' | 'links' | 'accepts'; member: SsoMember; is_linked: boolean }
  | { outcome: 'creates' }
  | { outcome: 'refused'; refusal: ErrorCode }
)
type Decision =
  | { outcome: 'enters' | 'links' | 'accepts'; member: SsoMember; is_linked: boolean }
  | { outcome: 'creates' }
  | { outcome: 'refused'; refusal: ErrorCode }
const refuse = (refusal: ErrorCode): Decision => ({ outcome: 'refused', refusal })

/** Returns what happens to a member whom the identity, or its address, names. */
function decideMember(
  { join_policy: joinPolicy }: SsoConnectionRow,
  member: SsoMember,
  isLinked: boolean,
): Decision {
  if (member.state === 'deactivated' || member.state === 'deleted') return refuse('join_closed')
  if (member.state === 'accepted')
    return { outcome: isLinked ? 'enters' : 'links', member, is_linked: isLinked }
  return joinPolicy === 'off' && !isLinked
    ? refuse('sso_unknown_person')
    : { outcome: 'accepts', member, is_linked: isLinked }
}

/**
 * Decides about an identity without a link. The address decides then, only within the verified
 * domains of the connection, and only if the provider or the connection vouches for it.
 */
async function decideByAddress(
  services: Pick<Services, 'config'>,
  trx: Trx,
  connection: SsoConnectionRow,
  email: string,
  isVerified: boolean,
): Promise<Decision> {
  const { workspace_id: workspaceId, id: connectionId } = connection
  if (!email || !isVerified) return refuse('sso_address')
  if (!(await isVerifiedDomain(trx, workspaceId, mailDomainOf(email), connectionId)))
    return refuse('sso_address')
  const member = await findMemberByEmail(trx, workspaceId, connectionId, email)
  if (member?.has_identity) return refuse('sso_identity_taken')
  if (member) return decideMember(connection, member, false)
  if (connection.join_policy !== 'everyone') return refuse('sso_unknown_person')
  return (await isRemovedAddress(trx, services.config, workspaceId, email))
    ? refuse('join_closed')
    : { outcome: 'creates' }
}

/**
 * Returns the identity with the subject under which it is stored. A NameID that is an address comes
 * from a directory, where its upper and lower case may change.
 */
export async function findStoredIdentity(
  trx: Trx,
  { workspace_id: workspaceId, id, protocol }: SsoConnectionRow,
  identity: ProvenIdentity,
): Promise<ProvenIdentity> {
  if (protocol !== 'saml' || normalizeAddress(identity.subject) === undefined) return identity
  // No index ignores the case.
  if (await findIdentityMember(trx, workspaceId, id, identity)) return identity
  const subject = await findSubjectInAnyCase(trx, workspaceId, id, identity)
  return { ...identity, subject: subject ?? identity.subject }
}

/** Returns what a sign-in with this identity would do, without a change. */
export async function evaluateIdentity(
  services: Pick<Services, 'config'>,
  trx: Trx,
  connection: SsoConnectionRow,
  identity: ProvenIdentity,
): Promise<Evaluation> {
  const fields = readFields(identity, readClaimNames(connection.claims))
  const isVerified = identity.email_verified === true || connection.trusts_email
  const about = { fields, email_verified: isVerified }
  const accepted = connection.accepted_contexts
  if (accepted.length && !identity.contexts.some((context) => accepted.includes(context)))
    return { ...about, ...refuse('sso_context') }
  const linked = await findIdentityMember(trx, connection.workspace_id, connection.id, identity)
  const decision = linked
    ? decideMember(connection, linked, true)
    : await decideByAddress(services, trx, connection, fields.email, isVerified)
  return { ...about, ...decision }
}

/** Returns the result of a test for the administrator. */
export const presentTest = (identity: ProvenIdentity, evaluation: Evaluation): SsoTestResult => ({
  outcome: evaluation.outcome,
  refusal: evaluation.outcome === 'refused' ? evaluation.refusal : null,
  issuer: identity.issuer,
  subject: identity.subject,
  email: evaluation.fields.email,
  email_verified: evaluation.email_verified,
  contexts: identity.contexts,
  fields: evaluation.fields,
  claims: Object.entries(identity.claims).map(([name, values]) => ({ name, values })),
})
