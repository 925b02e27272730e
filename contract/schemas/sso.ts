import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { joinPolicies, ssoProtocols, ssoSlugPattern, ssoTestOutcomes } from '#contract/sso.ts'
import {
  codeWithBounds,
  email,
  flag,
  id,
  idParams,
  namedObject,
  namedStrictObject,
  oneLineText,
  pageOf,
  pageQueryParams,
  picture,
  providerAddress,
  searchText,
  text,
  time,
  wholeNumber,
} from './common.ts'
import { person } from './users.ts'

const protocol = z.enum(ssoProtocols, 'wrong_format').meta({ id: 'SsoProtocol' })
const joinPolicy = z.enum(joinPolicies, 'wrong_format').meta({ id: 'SsoJoinPolicy' })

/** Names of the claims that fill fields. Empty: email and names by their usual names, others none. */
const claims = namedObject('SsoClaims', {
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  job_title: z.string(),
  department: z.string(),
  manager: z.string(),
})

/**
 * A domain of the team. It counts once the name server answers `record_value` for the TXT record
 * `record_name`.
 */
const ssoDomain = namedObject('SsoDomain', {
  id: id('sso_domain'),
  domain: z.string(),
  connection_id: id('sso_connection').nullable(),
  record_name: z.string(),
  record_value: z.string(),
  verified_at: time.nullable(),
})
/**
 * A connection to an identity provider. Secrets are never returned. `reply_url`, `entity_id`,
 * `metadata_address` and `logout_url` are entered at the provider.
 */
const ssoConnection = namedObject('SsoConnection', {
  id: id('sso_connection'),
  protocol,
  name: z.string(),
  state: z.enum(['draft', 'active']),
  /** Whether everything is entered that a sign-in needs. */
  complete: z.boolean(),
  issuer: z.string(),
  client_id: z.string(),
  has_secret: z.boolean(),
  sign_in_url: z.string(),
  certificates: z.array(
    namedObject('SsoCertificate', { fingerprint: z.string(), expires_at: time }),
  ),
  metadata_url: z.string(),
  metadata_checked_at: time.nullable(),
  metadata_error: z.string(),
  join_policy: joinPolicy,
  trusts_email: z.boolean(),
  accepted_contexts: z.array(z.string()),
  claims,
  allows_unsolicited: z.boolean(),
  people: z.number().int(),
  created_at: time,
  last_used_at: time.nullable(),
  reply_url: z.string(),
  entity_id: z.string(),
  metadata_address: z.string(),
  logout_url: z.string(),
})
export type SsoConnection = z.infer<typeof ssoConnection>
/**
 * How people of the team sign in. `address`: the team's own sign-in page. `session_hours` null: a
 * session ends 30 days after its last use. `break_glass_people`: account administrators with a
 * second factor, who may enter without single sign-on.
 */
export const ssoSettings = namedObject('SsoSettings', {
  slug: z.string().nullable(),
  address: z.string().nullable(),
  required: z.boolean(),
  session_hours: z.number().int().nullable(),
  second_factor_required: z.boolean(),
  break_glass_people: z.number().int(),
  domains: z.array(ssoDomain),
  connections: z.array(ssoConnection),
})
export type SsoSettings = z.infer<typeof ssoSettings>

export const ssoSettingsInput = z
  .strictObject({
    slug: z
      .string('wrong_format')
      .trim()
      .toLowerCase()
      .regex(ssoSlugPattern, 'wrong_format')
      .nullable(),
    required: flag,
    session_hours: wholeNumber(1, limits.session_hours_max).nullable(),
    second_factor_required: flag,
  })
  .partial()
  .meta({ id: 'SsoSettingsInput' })

export const ssoDomainInput = namedStrictObject('SsoDomainInput', {
  domain: oneLineText(1, limits.domain_chars_max),
})
export const ssoDomainParams = idParams('sso_domain')

const secret = oneLineText(1, limits.sso_secret_chars_max).nullable()
const claimName = oneLineText(0, limits.sso_claim_chars_max)
const address = oneLineText(0, limits.hook_url_chars_max)
export const ssoConnectionCreate = namedStrictObject('SsoConnectionCreate', {
  protocol,
  name: oneLineText(1, limits.sso_name_chars_max),
})
/**
 * Absent fields keep their value. `metadata` is the provider's SAML metadata as XML; it sets issuer,
 * address and certificates. `certificates` are PEM or base64.
 */
export const ssoConnectionInput = z
  .strictObject({
    name: oneLineText(1, limits.sso_name_chars_max),
    state: z.enum(['draft', 'active'], 'wrong_format'),
    issuer: oneLineText(0, limits.sso_issuer_chars_max),
    client_id: oneLineText(0, limits.sso_issuer_chars_max),
    client_secret: secret,
    sign_in_url: address,
    certificates: z
      .array(text(1, limits.sso_certificate_chars_max), 'wrong_format')
      .max(
        limits.sso_certificates_max,
        codeWithBounds('out_of_range', 0, limits.sso_certificates_max),
      ),
    metadata: text(1, limits.sso_metadata_chars_max),
    metadata_url: address,
    domain_ids: z
      .array(id('sso_domain'), 'wrong_format')
      .max(limits.sso_domains_max, codeWithBounds('out_of_range', 0, limits.sso_domains_max)),
    join_policy: joinPolicy,
    trusts_email: flag,
    accepted_contexts: z
      .array(oneLineText(1, limits.sso_claim_chars_max), 'wrong_format')
      .max(limits.sso_contexts_max, codeWithBounds('out_of_range', 0, limits.sso_contexts_max)),
    claims: z
      .strictObject({
        email: claimName,
        first_name: claimName,
        last_name: claimName,
        job_title: claimName,
        department: claimName,
        manager: claimName,
      })
      .partial(),
    allows_unsolicited: flag,
  })
  .partial()
  .meta({ id: 'SsoConnectionInput' })
export type SsoConnectionInput = z.infer<typeof ssoConnectionInput>
export const ssoConnectionParams = idParams('sso_connection')

/** A person who is linked to an account of the provider, which calls them `subject`. */
const ssoPerson = namedObject('SsoPerson', {
  user: person,
  subject: z.string(),
  linked_at: time,
  signed_in_at: time,
})
export type SsoPerson = z.infer<typeof ssoPerson>
export const ssoPeoplePage = pageOf(ssoPerson)
export const ssoPeopleQuery = z.strictObject({ ...pageQueryParams, search: searchText.optional() })
export const ssoPersonParams = ssoConnectionParams.extend({ user_id: id('user') })

/** Base64url of 32 bytes: the SHA-256 of a verifier, or the verifier, which the tab keeps. */
const tabSecret = z.string('required').regex(/^[\w-]{43}$/, 'wrong_format')
export const ssoTestInput = namedStrictObject('SsoTestInput', { challenge: tabSecret })
export const ssoStarted = providerAddress

/** A connection that signs in people of an address or of a team. */
const ssoChoice = namedObject('SsoChoice', {
  workspace_id: id('workspace'),
  connection_id: id('sso_connection'),
  name: z.string(),
  workspace: z.object({ name: z.string(), logo: picture }),
})
export type SsoChoice = z.infer<typeof ssoChoice>
export const ssoChoices = z.array(ssoChoice)
/** The domain of the address decides, so the answer tells nothing about the person. */
export const ssoDiscoverInput = namedStrictObject('EmailInput', { email })
export const ssoTeamInput = namedStrictObject('SsoTeamInput', {
  slug: oneLineText(1, 60).toLowerCase(),
})
export const ssoStartInput = namedStrictObject('SsoStartInput', {
  workspace_id: id('workspace'),
  connection_id: id('sso_connection'),
  challenge: tabSecret,
})
/** `code` from the address to which the provider's answer led, and the verifier of the tab. */
export const ssoExchangeInput = namedStrictObject('SsoExchangeInput', {
  code: z.string('required').max(200, 'sso_expired'),
  verifier: tabSecret,
})
/**
 * What the provider says about the administrator who tests, and what a sign-in would do. `refusal`
 * is an error code.
 */
export const ssoTestResult = namedObject('SsoTestResult', {
  outcome: z.enum(ssoTestOutcomes),
  refusal: z.string().nullable(),
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  contexts: z.array(z.string()),
  fields: claims,
  claims: z.array(namedObject('SsoClaim', { name: z.string(), values: z.array(z.string()) })),
})
export type SsoTestResult = z.infer<typeof ssoTestResult>
