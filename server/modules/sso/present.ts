import { X509Certificate } from 'node:crypto'
import { z } from 'zod'
import type { SsoConnection, SsoSettings } from '#contract/schemas/sso.ts'
import { claimFields } from '#contract/sso.ts'
import { presentDomain } from '#server/modules/joining/mail-domain.ts'
import type { SsoConnectionRow } from './connection-queries.ts'
import type { SsoDomainRow } from './domain-queries.ts'
import { ssoUrls } from './sso-urls.ts'

/** The label in front of a domain whose TXT record proves it, and the beginning of its text. */
const recordLabel = '_laurel'
const recordPrefix = 'laurel-verification='

/** Returns the name of the TXT record of a domain and its expected text. */
export const domainRecord = ({ domain, token }: Pick<SsoDomainRow, 'domain' | 'token'>) => ({
  name: `${recordLabel}.${domain}`,
  value: `${recordPrefix}${token}`,
})

const claimNames = z.object(
  Object.fromEntries(claimFields.map((field) => [field, z.string().default('')])) as Record<
    (typeof claimFields)[number],
    z.ZodDefault<z.ZodString>
  >,
)
/** Returns the names of claims that a connection stores. */
export const readClaimNames = (stored: unknown): SsoConnection['claims'] => claimNames.parse(stored)

function presentCertificate(pem: string): SsoConnection['certificates'][number] {
  const certificate = new X509Certificate(pem)
  return {
    fingerprint: certificate.fingerprint256,
    expires_at: new Date(certificate.validTo).toISOString(),
  }
}

/** Returns whether a connection has everything that a sign-in needs. */
export const isComplete = (row: SsoConnectionRow): boolean =>
  row.protocol === 'oidc'
    ? row.issuer !== '' && row.client_id !== ''
    : row.issuer !== '' && row.sign_in_url !== '' && row.certificates.length > 0

/** Returns a connection as the API presents it, without secrets. */
export function presentConnection(
  row: SsoConnectionRow,
  people: number,
  publicUrl: string,
): SsoConnection {
  const urls = ssoUrls(publicUrl, row)
  return {
    id: row.id,
    protocol: row.protocol as SsoConnection['protocol'],
    name: row.name,
    state: row.state as SsoConnection['state'],
    complete: isComplete(row),
    issuer: row.issuer,
    client_id: row.client_id,
    has_secret: row.protocol === 'oidc' && row.credentials !== null,
    sign_in_url: row.sign_in_url,
    certificates: row.certificates.map(presentCertificate),
    metadata_url: row.metadata_url,
    metadata_checked_at: row.metadata_checked_at?.toISOString() ?? null,
    metadata_error: row.metadata_error,
    join_policy: row.join_policy as SsoConnection['join_policy'],
    trusts_email: row.trusts_email,
    accepted_contexts: row.accepted_contexts,
    claims: readClaimNames(row.claims),
    allows_unsolicited: row.allows_unsolicited,
    people,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    reply_url: urls.reply,
    entity_id: urls.entityId,
    metadata_address: urls.metadata,
    logout_url: urls.logout,
  }
}

export function presentSsoDomain(row: SsoDomainRow): SsoSettings['domains'][number] {
  const record = domainRecord(row)
  return {
    id: row.id,
    domain: presentDomain(row.domain),
    connection_id: row.connection_id,
    record_name: record.name,
    record_value: record.value,
    verified_at: row.verified_at?.toISOString() ?? null,
  }
}
