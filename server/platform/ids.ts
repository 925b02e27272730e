import { createHmac, createHash, randomBytes } from 'node:crypto'

/**
 * A UUIDv7 for the moment `at`: ids sort by time, so that one index serves as key and as order.
 * Two ids of one process in one millisecond keep their order by a counter in the 12 bits after the version.
 */
let last_ms = 0
let counter = 0
export function newId(at: Date): string {
  const ms = at.getTime()
  counter = ms === last_ms ? (counter + 1) & 0xfff : 0
  last_ms = ms
  const bytes = randomBytes(16)
  bytes.writeUIntBE(ms, 0, 6)
  bytes[6] = 0x70 | (counter >> 8)
  bytes[7] = counter & 0xff
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** An opaque bearer token: 32 random bytes. The database keeps only its hash. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}
/** A token that names its workspace: its 16 bytes, then 24 of the given ones. */
export function tokenNaming(workspace_id: string, bytes: Buffer): string {
  return Buffer.concat([Buffer.from(workspace_id.replaceAll('-', ''), 'hex'), bytes.subarray(0, 24)]).toString('base64url')
}
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
/** A keyed hash for what has little entropy (codes, addresses): useless without the process's secret. */
export function keyedHash(secret: string, purpose: string, text: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}\u0000${text}`).digest()
}
