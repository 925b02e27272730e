import { X509Certificate, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { dayMs, secondMs } from '#contract/durations.ts'
import { SamlSettingsError } from './saml-types.ts'
import { createSelfSignedCertificate } from './self-signed-certificate.ts'

const modulusBits = 2_048
const lifeYears = 10
const certificateCharsMax = 20_000
const pem = /^-----BEGIN CERTIFICATE-----([A-Za-z\d+/=\s]+)-----END CERTIFICATE-----$/
const generateKey = promisify(generateKeyPair)

/** `privateKey` is PEM of PKCS #8, `certificate` is PEM. */
export type SigningKey = { privateKey: string; certificate: string; expiresAt: Date }

/**
 * Creates an RSA key of 2,048 bits with a self-signed certificate. The certificate is valid for ten
 * years from `at`, and a day before it for providers whose clock is late.
 */
export async function createSigningKey(at: Date): Promise<SigningKey> {
  const keys = await generateKey('rsa', { modulusLength: modulusBits })
  const expiresAt = new Date(Math.floor(at.getTime() / secondMs) * secondMs)
  expiresAt.setUTCFullYear(expiresAt.getUTCFullYear() + lifeYears)
  const certificate = createSelfSignedCertificate({
    name: 'Laurel SAML',
    ...keys,
    notBefore: new Date(at.getTime() - dayMs),
    notAfter: expiresAt,
  })
  const privateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' })
  return { privateKey: privateKey.toString(), certificate, expiresAt }
}

/** Returns the certificate of a PEM text. Throws SamlSettingsError `certificate`. */
function readCertificate(text: string): X509Certificate {
  try {
    return new X509Certificate(text)
  } catch {
    throw new SamlSettingsError('certificate', 'not an X.509 certificate')
  }
}

/** Returns the end of a certificate's validity. Throws SamlSettingsError `certificate`. */
export function certificateExpiry(certificate: string): Date {
  return readCertificate(certificate).validToDate
}

/**
 * Returns the PEM of a single certificate, given as PEM or as bare base64. Throws SamlSettingsError
 * `certificate` for other text, for other keys than RSA and for keys under 2,048 bits. An expired
 * certificate is taken: a provider is trusted by its key, and its expiry is for the administrators.
 */
export function normalizeCertificate(text: string): string {
  const trimmed = text.trim()
  const body = (pem.exec(trimmed)?.[1] ?? trimmed).replace(/\s+/g, '')
  if (trimmed.length > certificateCharsMax || !/^[A-Za-z\d+/]+={0,2}$/.test(body)) {
    throw new SamlSettingsError('certificate', 'neither PEM nor base64')
  }
  const lines = body.match(/.{1,64}/g) ?? []
  const certificate = readCertificate(
    ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  )
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < modulusBits) {
    throw new SamlSettingsError('certificate', 'no RSA key of at least 2,048 bits')
  }
  return certificate.toString()
}
