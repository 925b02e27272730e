import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Seals what the server must be able to read again and nobody else (AES-256-GCM): a copy of the
 * database alone tells nothing. `purpose` and `place` are bound to it, so that it opens nowhere
 * else. Every column that is sealed has its row in platform/sealed.ts.
 */
const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `laurel ${purpose}`, 32))

export function encrypt(secret: string, purpose: string, place: string, text: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, purpose), nonce).setAAD(
    Buffer.from(place),
  )
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/**
 * Opens with the first of the secrets that does: SECRET, then those of SECRET_PREVIOUS. Throws for
 * what none of them has sealed, or was sealed for another place.
 */
export function decrypt(
  secrets: readonly string[],
  purpose: string,
  place: string,
  sealed: Buffer,
): string {
  for (const [n, secret] of secrets.entries()) {
    try {
      return decryptWith(secret, purpose, place, sealed)
    } catch (error) {
      if (n === secrets.length - 1) throw error
    }
  }
  throw new Error('no secret')
}
function decryptWith(secret: string, purpose: string, place: string, sealed: Buffer): string {
  const decipher = createDecipheriv(
    'aes-256-gcm',
    deriveKey(secret, purpose),
    sealed.subarray(0, 12),
  )
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString(
    'utf8',
  )
}
