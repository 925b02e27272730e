import { createHmac, hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'

/**
 * A UUIDv7 for the moment `at`: ids sort by time, so that one index serves as key and as order. Two
 * ids of one process in one millisecond keep their order by a counter in the 12 bits after the
 * version.
 */
let lastMs = 0
let counter = 0
export function newId(at: Date): string {
  const ms = at.getTime()
  counter = ms === lastMs ? (counter + 1) & 0xfff : 0
  lastMs = ms
  const time = ms.toString(16).padStart(12, '0')
  // What follows the counter is of chance, as in a version 4, of which Node keeps a stock.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${randomUUID().slice(19)}`
}

const dayMs = 86_400_000
const lowestIdAt = (ms: number): string =>
  Math.max(ms, 0)
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})(.{4})$/, '$1-$2-0000-0000-000000000000')
/**
 * The ids that things of these days have ('YYYY-MM-DD', both included), from `first` to before
 * `end`: the primary key is the index by time. A day wider at both ends than the days are in UTC,
 * for every time zone there is: whoever reads looks at the day as well.
 */
export function toIdRange({ from, to }: { from: string; to: string }): {
  first: string
  end: string
} {
  return {
    first: lowestIdAt(Date.parse(from) - dayMs),
    end: lowestIdAt(Date.parse(to) + 2 * dayMs),
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const isUuid = (text: string): boolean => uuid.test(text)
/** A UUID as its 16 bytes, and back. */
export const uuidToBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')
export const uuidFromBytes = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** An opaque bearer token: 32 random bytes. The database keeps only its hash. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}
/** A token that names its workspace: its 16 bytes, then 24 of the given ones. */
export function workspaceToken(workspaceId: string, bytes: Buffer): string {
  return Buffer.concat([uuidToBytes(workspaceId), bytes.subarray(0, 24)]).toString('base64url')
}
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
/**
 * Whether it is the keyed hash of a text (or its beginning) by one of the secrets: the present one,
 * or one that is still believed.
 */
export function matchesKeyedHash(
  secrets: readonly string[],
  purpose: string,
  text: string,
  given: Buffer,
): boolean {
  return secrets
    .map((secret) =>
      timingSafeEqual(keyedHash(secret, purpose, text).subarray(0, given.length), given),
    )
    .includes(true)
}
/**
 * A keyed hash for what has little entropy (codes, addresses): useless without the process's
 * secret.
 */
export function keyedHash(secret: string, purpose: string, text: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}\u0000${text}`).digest()
}
