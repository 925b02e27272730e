import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Derives 32 bytes for one purpose from a secret. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `laurel ${purpose}`, 32))

/**
 * Encrypts with AES-256-GCM: a copy of the database without SECRET reveals nothing. `purpose` and
 * `location` are bound to a value, so it decrypts in no other location. Every encrypted column is
 * listed in encrypted-columns.ts.
 */
export function encrypt(secret: string, purpose: string, location: string, text: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, purpose), nonce).setAAD(
    Buffer.from(location),
  )
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/**
 * Decrypts with the first matching secret: SECRET, then those of SECRET_PREVIOUS. Throws when none
 * matches, or the value belongs to another location.
 */
export function decrypt(
  secrets: readonly string[],
  purpose: string,
  location: string,
  sealed: Buffer,
): string {
  for (const [n, secret] of secrets.entries()) {
    try {
      return decryptWith(secret, purpose, location, sealed)
    } catch (error) {
      if (n === secrets.length - 1) throw error
    }
  }
  throw new Error('no secret')
}
function decryptWith(secret: string, purpose: string, location: string, sealed: Buffer): string {
  const decipher = createDecipheriv(
    'aes-256-gcm',
    deriveKey(secret, purpose),
    sealed.subarray(0, 12),
  )
    .setAAD(Buffer.from(location))
    .setAuthTag(sealed.subarray(-16))
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString(
    'utf8',
  )
}
