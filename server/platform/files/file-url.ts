import { flatString } from '#server/platform/flat-string.ts'

/** Where a stored picture is served. */
export function fileUrl(workspaceId: string, storageKey: string | null): string | null {
  return storageKey === null ? null : flatString('/files/', workspaceId, '/', storageKey)
}
