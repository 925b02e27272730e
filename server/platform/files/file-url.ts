import { flatString } from '#server/platform/flat-string.ts'

/** Returns the URL of a stored picture, or null without one. */
export function fileUrl(workspaceId: string, storageKey: string | null): string | null {
  return storageKey === null ? null : flatString('/files/', workspaceId, '/', storageKey)
}
