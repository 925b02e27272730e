import type { Updateable } from 'kysely'
import type { SsoConnectionInput } from '#contract/schemas/sso.ts'
import { certificateExpiry, normalizeCertificate } from '#server/adapters/sso/saml-keys.ts'
import { parseProviderMetadata } from '#server/adapters/sso/saml-metadata.ts'
import { SamlSettingsError } from '#server/adapters/sso/saml-types.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { SafeHttpError } from '#server/platform/net/safe-http-client.ts'
import type { Services } from '#server/platform/services.ts'
import type { SsoConnectionRow } from './connection-queries.ts'

export type MetadataColumns = Pick<
  Updateable<Tables['sso_connections']>,
  'issuer' | 'sign_in_url' | 'certificate_expires_at' | 'certificate_reminded_days'
> & {
  certificates?: string[]
  metadata_checked_at?: Date
  metadata_error?: string
}

/** Metadata that cannot be read or used. The message is for the administrator. */
export class MetadataError extends Error {
  /** Whether the address is one that we never call. */
  readonly isAddress: boolean
  constructor(reason: string, isAddress = false) {
    super(reason)
    this.isAddress = isAddress
  }
}

const latest = (certificates: readonly string[]): Date | null =>
  certificates.length
    ? new Date(Math.max(...certificates.map((pem) => certificateExpiry(pem).getTime())))
    : null

/** Returns the columns for certificates, each as PEM. */
const certificateColumns = (certificates: readonly string[]): MetadataColumns => ({
  certificates: [...certificates],
  certificate_expires_at: latest(certificates),
  certificate_reminded_days: null,
})

/** Returns certificates as PEM. Throws certificate_invalid with the place in the list. */
function readCertificates(given: readonly string[]): string[] {
  return given.map((text, index) => {
    try {
      return normalizeCertificate(text)
    } catch (error) {
      if (!(error instanceof SamlSettingsError)) throw error
      throwRefusal('certificate_invalid', { field: `certificates.${index}` })
    }
  })
}

/** Returns the columns that metadata sets. Throws a SamlSettingsError. */
function parseMetadata(xml: string): MetadataColumns {
  const metadata = parseProviderMetadata(xml)
  return {
    issuer: metadata.entityId,
    sign_in_url: metadata.signInUrl,
    ...certificateColumns(metadata.certificates),
  }
}

/** Reads metadata from a provider's address and returns its columns. Throws a MetadataError. */
export async function loadMetadataColumns(
  { companyHttpClient }: Pick<Services, 'companyHttpClient'>,
  url: string,
): Promise<MetadataColumns> {
  try {
    const { status, body } = await companyHttpClient.fetchDocument(url, {
      method: 'GET',
      headers: { 'user-agent': 'Laurel', accept: 'application/samlmetadata+xml, application/xml' },
    })
    if (status !== 200) throw new MetadataError(`status ${status}`)
    return parseMetadata(body.toString('utf8'))
  } catch (error) {
    if (error instanceof SafeHttpError)
      throw new MetadataError(error.message, error.reason === 'address')
    if (error instanceof SamlSettingsError) throw new MetadataError(error.message)
    throw error
  }
}

/** Throws address_refused for an address of a sign-in that a browser should not open. */
function assertBrowserAddress({ config }: Services, address: string | undefined): void {
  if (!address) return
  const protocols = config.allowLoopbackTargets ? ['https:', 'http:'] : ['https:']
  if (!URL.canParse(address) || !protocols.includes(new URL(address).protocol))
    throwRefusal('address_refused', { field: 'sign_in_url' })
}

/**
 * Returns the columns that the SAML part of an input sets: metadata as a file or from an address, or
 * single certificates. Throws metadata_invalid, certificate_invalid, address_refused and sso_failed.
 */
export async function readMetadata(
  services: Services,
  row: SsoConnectionRow,
  input: SsoConnectionInput,
  at: Date,
): Promise<MetadataColumns> {
  assertBrowserAddress(services, input.sign_in_url)
  const columns: MetadataColumns = input.certificates
    ? certificateColumns(readCertificates(input.certificates))
    : {}
  if (input.metadata !== undefined) {
    try {
      Object.assign(columns, parseMetadata(input.metadata))
    } catch (error) {
      if (!(error instanceof SamlSettingsError)) throw error
      throwRefusal('metadata_invalid', { field: 'metadata' })
    }
  }
  const url = input.metadata_url
  if (!url || url === row.metadata_url) return columns
  try {
    Object.assign(columns, await loadMetadataColumns(services, url), {
      metadata_checked_at: at,
      metadata_error: '',
    })
  } catch (error) {
    if (!(error instanceof MetadataError)) throw error
    const field = 'metadata_url'
    if (error.isAddress) throwRefusal('address_refused', { field })
    throwRefusal('sso_failed', { field, params: { reason: error.message } })
  }
  return columns
}
