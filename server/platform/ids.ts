// Not randomUUIDv7 of Node, because ids take the time of the request's clock, and a counter orders
// those of one millisecond.
import { dayMs } from '#contract/durations.ts'
import { createHmac, hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'

/**
 * Returns a UUIDv7 for the time `at`: ids sort by time, so one index serves as key and as order. A
 * counter in the 12 bits after the version orders the ids of one process within a millisecond.
 */
let lastMs = 0
let counter = 0
export function newId(at: Date): string {
  const ms = at.getTime()
  counter = ms === lastMs ? (counter + 1) & 0xfff : 0
  lastMs = ms
  const time = ms.toString(16).padStart(12, '0')
  // The rest is random, taken from a version 4 id, as Node generates those in batches.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${randomUUID().slice(19)}`
}

/** Returns a UUIDv7 whose order among those of the same time is random. */
export function newUnorderedId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** Returns the lowest id of a time in milliseconds: every id of that time or later is higher. */
export const lowestIdAt = (ms: number): string =>
  Math.max(ms, 0)
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})(.{4})$/, '$1-$2-0000-0000-000000000000')
/**
 * Returns the range of ids created on these days ('YYYY-MM-DD', both included), from `first` to
 * before `end`: the primary key serves as an index by time. A day wider on both sides for all time
 * zones, so callers filter by day too.
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
/** Converts a UUID to its 16 bytes, and back. */
export const uuidToBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')
export const uuidFromBytes = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** Returns an opaque bearer token of 32 random bytes. The database stores only its hash. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}
/**
 * Returns a token that contains its workspace: the 16 bytes of its id, then 24 of the given ones.
 */
export function encodeWorkspaceToken(workspaceId: string, bytes: Buffer): string {
  return Buffer.concat([uuidToBytes(workspaceId), bytes.subarray(0, 24)]).toString('base64url')
}
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
/**
 * Returns whether `given` is the keyed hash of a text (or its beginning) under one of the secrets,
 * current or previous.
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
 * Returns a keyed hash for values of little entropy (codes, addresses): useless without the
 * server's secret.
 */
export function keyedHash(secret: string, purpose: string, text: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}\u0000${text}`).digest()
}
