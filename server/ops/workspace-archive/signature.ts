import { createPublicKey } from 'node:crypto'
import { calculateJwkThumbprint, type JWK, CompactSign, compactVerify, EmbeddedJWK } from 'jose'
import { deriveSigningKey } from '#server/platform/crypto/signing-key.ts'
import { ArchiveError } from './archive-error.ts'

const keyPurpose = 'workspace archive'

/** Returns the SHA-256 thumbprint of a key (RFC 7638) in hexadecimal digits. */
const toFingerprint = async (key: JWK): Promise<string> =>
  Buffer.from(await calculateJwkThumbprint(key), 'base64url').toString('hex')

/** Returns the fingerprint of the key that an installation signs with. */
export const findFingerprint = (secret: string): Promise<string> =>
  toFingerprint(createPublicKey(deriveSigningKey(secret, keyPurpose)).export({ format: 'jwk' }))

/** Returns a JWS of the bytes without its payload (RFC 7515, appendix F). The header has the key. */
export async function signManifest(secret: string, manifest: Buffer): Promise<string> {
  const key = deriveSigningKey(secret, keyPurpose)
  const { kty, crv, x } = createPublicKey(key).export({ format: 'jwk' }) as JWK
  const jws = await new CompactSign(manifest)
    .setProtectedHeader({ alg: 'EdDSA', jwk: { kty: kty ?? '', crv: crv ?? '', x: x ?? '' } })
    .sign(key)
  return jws.replace(/\..*\./, '..')
}

/**
 * Verifies the signature of a manifest. Returns the fingerprint of the key that signed it. Throws
 * an ArchiveError when it does not match, or when another key than `signedBy` signed.
 */
export async function verifyManifest(
  jws: string,
  manifest: Buffer,
  signedBy?: string,
): Promise<string> {
  const [header = '', payload, signature = ''] = jws.trim().split('.')
  const whole = `${header}.${manifest.toString('base64url')}.${signature}`
  const verified =
    payload === ''
      ? await compactVerify(whole, EmbeddedJWK, { algorithms: ['EdDSA'] }).catch(() => null)
      : null
  const jwk = verified?.protectedHeader.jwk
  if (!jwk)
    throw new ArchiveError('manifest.json was changed, or manifest.jws is not its signature')
  const fingerprint = await toFingerprint(jwk as JWK)
  if (signedBy !== undefined && fingerprint !== signedBy)
    throw new ArchiveError(
      `the archive is signed by ${fingerprint}, not by ${signedBy}: it is not from the expected installation`,
    )
  return fingerprint
}
