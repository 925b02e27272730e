import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint, type JWK, CompactSign, compactVerify, EmbeddedJWK } from 'jose'
import { deriveKey } from '#server/platform/crypto/encryption.ts'
import { ArchiveError } from './archive-error.ts'

/** PKCS #8 of an Ed25519 key up to its 32 bytes (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Returns the key of an installation. Its secret alone determines it, so that it needs no place. */
const deriveSigningKey = (secret: string): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, deriveKey(secret, 'workspace archive')]),
    format: 'der',
    type: 'pkcs8',
  })

/** Returns the SHA-256 thumbprint of a key (RFC 7638) in hexadecimal digits. */
const toFingerprint = async (key: JWK): Promise<string> =>
  Buffer.from(await calculateJwkThumbprint(key), 'base64url').toString('hex')

/** Returns the fingerprint of the key that an installation signs with. */
export const findFingerprint = (secret: string): Promise<string> =>
  toFingerprint(createPublicKey(deriveSigningKey(secret)).export({ format: 'jwk' }))

/** Returns a JWS of the bytes without its payload (RFC 7515, appendix F). The header has the key. */
export async function signManifest(secret: string, manifest: Buffer): Promise<string> {
  const key = deriveSigningKey(secret)
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
