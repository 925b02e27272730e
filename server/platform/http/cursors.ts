import { throwRefusal } from '#server/platform/errors.ts'
import { isUuid } from '#server/platform/ids.ts'

/**
 * Returns an opaque cursor over sort keys. Clients only send it back; an invalid one is malformed.
 */
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
/** Returns the id of a cursor over UUIDv7 keys, the last id of the previous page. */
export function decodeIdCursor(cursor: string | undefined): string | undefined {
  if (!cursor) return undefined
  return isUuid(cursor) ? cursor : throwRefusal('malformed', { field: 'cursor' })
}
