import { z } from 'zod'
import { normalizeAddress } from '#contract/email-address.ts'
import { limits } from '#contract/limits.ts'
import { toOneLine } from '#contract/schemas/common.ts'
import type { SsoConnection } from '#contract/schemas/sso.ts'
import type { ClaimField } from '#contract/sso.ts'

/**
 * What a provider has proved about a person, in one form for both protocols. `claims`: texts by
 * name. `email_verified`: the provider's own statement, null without one.
 */
export const provenIdentity = z.object({
  issuer: z.string(),
  subject: z.string(),
  provider_session: z.string().nullable(),
  contexts: z.array(z.string()),
  email_verified: z.boolean().nullable(),
  claims: z.record(z.string(), z.array(z.string())),
})
export type ProvenIdentity = z.infer<typeof provenIdentity>

/** The usual names of claims, in OpenID Connect, Entra ID, and SAML with LDAP attributes. */
const xmlSoap = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/'
const usualNames: Partial<Record<ClaimField, readonly string[]>> = {
  email: [
    'email',
    'mail',
    'emailAddress',
    `${xmlSoap}emailaddress`,
    'urn:oid:0.9.2342.19200300.100.1.3',
    'preferred_username',
    'upn',
    `${xmlSoap}upn`,
  ],
  first_name: ['given_name', 'givenName', 'firstName', `${xmlSoap}givenname`, 'urn:oid:2.5.4.42'],
  last_name: ['family_name', 'surname', 'sn', 'lastName', `${xmlSoap}surname`, 'urn:oid:2.5.4.4'],
}

/** Returns the first value of a field: by the connection's name of its claim, or by a usual name. */
function readField(
  identity: ProvenIdentity,
  names: SsoConnection['claims'],
  field: ClaimField,
): string {
  const candidates = names[field] ? [names[field]] : (usualNames[field] ?? [])
  for (const name of candidates) {
    const value = toOneLine(identity.claims[name]?.[0] ?? '')
    if (value) return value
  }
  return ''
}

const longest: Record<ClaimField, number> = {
  email: limits.email_chars_max,
  first_name: limits.name_chars_max,
  last_name: limits.name_chars_max,
  job_title: limits.job_title_chars_max,
  department: limits.group_name_chars_max,
  manager: limits.email_chars_max,
}

/**
 * Returns the fields of a user that the claims fill, cut to their longest length. The address is in
 * the form of `normalizeAddress`, or empty.
 */
export function readFields(
  identity: ProvenIdentity,
  names: SsoConnection['claims'],
): Record<ClaimField, string> {
  const read = (field: ClaimField) =>
    Array.from(readField(identity, names, field))
      .slice(0, longest[field])
      .join('')
  // An address by SAML is often the NameID itself.
  const email = read('email') || identity.subject
  return {
    email: normalizeAddress(email) ?? '',
    first_name: read('first_name'),
    last_name: read('last_name'),
    job_title: read('job_title'),
    department: read('department'),
    manager: normalizeAddress(read('manager')) ?? read('manager'),
  }
}

/** Returns a claim of OpenID Connect as texts: numbers and booleans too, nested objects as JSON. */
function toTexts(value: unknown): string[] {
  const parts = Array.isArray(value) ? value : [value]
  return parts
    .filter((part) => part !== null && part !== undefined)
    .slice(0, limits.sso_claim_values_shown)
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .map((text) => text.slice(0, limits.sso_issuer_chars_max).replaceAll('\u0000', ''))
}

/** Returns the claims of OpenID Connect as lists of texts. */
export const claimsToTexts = (claims: Record<string, unknown>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(claims)
      .slice(0, limits.sso_claims_shown)
      .map(([name, value]) => [name, toTexts(value)]),
  )
