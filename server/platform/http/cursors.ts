import { throwRefusal } from '#server/platform/errors.ts'
import { isUuid } from '#server/platform/ids.ts'

/** An opaque cursor over sort keys. Readers only pass it back; a broken one is malformed. */
export function encodeCursor(keys: readonly (string | number | boolean)[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url')
}
export function decodeCursor(cursor: string | undefined, length: number): unknown[] | undefined {
  if (!cursor) return undefined
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(keys) && keys.length === length) return keys
  } catch {
    // falls through to the refusal
  }
  return throwRefusal('malformed', { field: 'cursor' })
}
/** A cursor that is one id: where a keyset list over UUIDv7 goes on. */
export function decodeIdCursor(cursor: string | undefined): string | undefined {
  if (!cursor) return undefined
  return isUuid(cursor) ? cursor : throwRefusal('malformed', { field: 'cursor' })
}
