import { createPrivateKey, type KeyObject } from 'node:crypto'
import { deriveKey } from './encryption.ts'

/** PKCS #8 of an Ed25519 key up to its 32 bytes (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * Returns the private Ed25519 key of an installation for a purpose. Its secret alone determines it,
 * so that every process has the same one and nothing is stored.
 */
export const deriveSigningKey = (secret: string, purpose: string): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, deriveKey(secret, purpose)]),
    format: 'der',
    type: 'pkcs8',
  })
