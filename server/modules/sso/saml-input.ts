import type { Updateable } from 'kysely'
import type { SsoConnectionInput } from '#contract/schemas/sso.ts'
import { certificateExpiry, normalizeCertificate } from '#server/adapters/sso/saml-keys.ts'
import {
  parseProviderMetadata,
  type SamlProviderMetadata,
} from '#server/adapters/sso/saml-metadata.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { SafeHttpError } from '#server/platform/net/safe-http-client.ts'
import type { Services } from '#server/platform/services.ts'
import type { SsoConnectionRow } from './connection-queries.ts'

type Columns = Updateable<Tables['sso_connections']>

const latest = (certificates: readonly string[]): Date | null =>
  certificates.length
    ? new Date(Math.max(...certificates.map((pem) => certificateExpiry(pem).getTime())))
    : null

/** Returns the columns for certificates, each as PEM. */
const certificateColumns = (certificates: readonly string[]): Columns => ({
  certificates: [...certificates],
  certificate_expires_at: latest(certificates),
  certificate_reminded_days: null,
})

/** Returns the columns that a provider's metadata sets. */
const metadataColumns = (metadata: SamlProviderMetadata): Columns => ({
  issuer: metadata.entityId,
  sign_in_url: metadata.signInUrl,
  ...certificateColumns(metadata.certificates),
})

/** Returns certificates as PEM. Throws certificate_invalid with the place in the list. */
function readCertificates(given: readonly string[]): string[] {
  return given.map((text, index) => {
    try {
      return normalizeCertificate(text)
    } catch {
      throwRefusal('certificate_invalid', { field: `certificates.${index}` })
    }
  })
}

function parseMetadata(xml: string, field: string): Columns {
  try {
    return metadataColumns(parseProviderMetadata(xml))
  } catch {
    throwRefusal('metadata_invalid', { field })
  }
}

/** Reads metadata from a provider's address. Throws a SafeHttpError, or an Error for other answers. */
async function fetchMetadata(
  { companyHttpClient }: Pick<Services, 'companyHttpClient'>,
  url: string,
): Promise<string> {
  const { status, body } = await companyHttpClient.fetchDocument(url, {
    method: 'GET',
    headers: { 'user-agent': 'Laurel', accept: 'application/samlmetadata+xml, application/xml' },
  })
  if (status !== 200) throw new Error(`status ${status}`)
  return body.toString('utf8')
}

/**
 * Returns the columns that the SAML part of an input sets: metadata as a file or from an address, or
 * single certificates. Throws metadata_invalid, certificate_invalid and sso_failed.
 */
export async function readMetadata(
  services: Services,
  row: SsoConnectionRow,
  input: SsoConnectionInput,
  at: Date,
): Promise<Columns> {
  const columns: Columns = input.certificates
    ? certificateColumns(readCertificates(input.certificates))
    : {}
  if (input.metadata !== undefined)
    Object.assign(columns, parseMetadata(input.metadata, 'metadata'))
  const url = input.metadata_url
  if (!url || url === row.metadata_url) return columns
  try {
    const xml = await fetchMetadata(services, url)
    Object.assign(columns, parseMetadata(xml, 'metadata_url'), {
      metadata_checked_at: at,
      metadata_error: '',
    })
  } catch (error) {
    if (error instanceof SafeHttpError && error.reason === 'address')
      throwRefusal('address_refused', { field: 'metadata_url' })
    if (!(error instanceof SafeHttpError) && !/^status \d+$/.test((error as Error).message))
      throw error
    const reason = (error as Error).message
    throwRefusal('sso_failed', { field: 'metadata_url', params: { reason } })
  }
  return columns
}
