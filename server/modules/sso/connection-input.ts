import type { Updateable } from 'kysely'
import type { SsoConnectionInput } from '#contract/schemas/sso.ts'
import { SsoProviderError } from '#server/adapters/sso/sso-error.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { SafeHttpError } from '#server/platform/net/safe-http-client.ts'
import type { Services } from '#server/platform/services.ts'
import type { SsoConnectionRow } from './connection-queries.ts'
import { decryptCredentials } from './credentials.ts'
import { readClaimNames } from './present.ts'
import { readMetadata } from './saml-input.ts'

type Columns = Updateable<Tables['sso_connections']>
/** A checked change. `secret` null removes the secret, undefined keeps it. */
export type PreparedChange = {
  columns: Columns
  secret: string | null | undefined
  domainIds: readonly string[] | undefined
}

/** Throws address_refused for an address that we would never call. */
async function assertReachable(
  { companyHttpClient }: Services,
  field: string,
  address: string | undefined,
): Promise<void> {
  if (!address) return
  try {
    await companyHttpClient.checkUrl(address)
  } catch (error) {
    // A host that is away now may be back at the sign-in.
    if (error instanceof SafeHttpError && error.reason === 'address')
      throwRefusal('address_refused', { field })
  }
}

const copiedFields = [
  'name',
  'state',
  'issuer',
  'client_id',
  'sign_in_url',
  'metadata_url',
  'join_policy',
  'trusts_email',
  'accepted_contexts',
  'allows_unsolicited',
] as const

/**
 * Returns the columns that an input changes. Throws address_refused, certificate_invalid and
 * metadata_invalid. Reads the metadata address of a provider, so it runs outside of transactions.
 */
export async function prepareChange(
  services: Services,
  row: SsoConnectionRow,
  input: SsoConnectionInput,
  at: Date,
): Promise<PreparedChange> {
  const columns: Columns = {}
  for (const field of copiedFields)
    if (input[field] !== undefined) Object.assign(columns, { [field]: input[field] })
  if (input.claims)
    columns.claims = JSON.stringify({ ...readClaimNames(row.claims), ...input.claims })
  if (row.protocol === 'oidc') await assertReachable(services, 'issuer', input.issuer)
  else Object.assign(columns, await readMetadata(services, row, input, at))
  return {
    columns,
    secret: row.protocol === 'oidc' ? input.client_secret : undefined,
    domainIds: input.domain_ids,
  }
}

/** Reads the metadata of an OpenID provider. Throws sso_failed with the reason. */
async function checkOidcProvider(
  { oidc }: Pick<Services, 'oidc'>,
  provider: { issuer: string; clientId: string; clientSecret: string },
): Promise<void> {
  try {
    await oidc.check(provider)
  } catch (error) {
    if (!(error instanceof SsoProviderError)) throw error
    throwRefusal('sso_failed', { field: 'issuer', params: { reason: error.reason } })
  }
}

/** Checks the provider of a connection that is on after the change, if its address changes. */
export async function checkProvider(
  services: Services,
  row: SsoConnectionRow,
  { columns, secret }: PreparedChange,
): Promise<void> {
  const state = columns.state ?? row.state
  const issuer = columns.issuer ?? row.issuer
  const clientId = columns.client_id ?? row.client_id
  const isChanged = row.state !== 'active' || issuer !== row.issuer
  if (row.protocol !== 'oidc' || state !== 'active' || !isChanged || !issuer || !clientId) return
  await checkOidcProvider(services, {
    issuer,
    clientId,
    clientSecret: (secret === undefined ? decryptCredentials(services, row) : secret) ?? '',
  })
}
