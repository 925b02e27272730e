import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { id, namedObject, time } from './common.ts'
import { person } from './users.ts'

const count = z.number().int()

const workspaceExportState = z.enum(['in_progress', 'finished', 'failed'])
export type WorkspaceExportState = z.infer<typeof workspaceExportState>
const workspaceExportCode = z.enum(['too_large', 'unexpected'])
export type WorkspaceExportCode = z.infer<typeof workspaceExportCode>

/** `code`: why an export failed: its archive is too large, or an error of the server. */
export const workspaceExport = namedObject('WorkspaceExport', {
  id: id('workspace_export'),
  state: workspaceExportState,
  /** In percent. */
  progress: count,
  code: workspaceExportCode.nullable(),
  rows: count,
  pictures: count,
  /** Size of the ZIP file. */
  bytes: count,
  /** Fingerprint of the key that signed the archive, which an import can require. */
  fingerprint: z.string(),
  /** Purchases whose gift card is being ordered. With one, the archive cannot be imported. */
  open_gift_cards: count,
  requested_by: person.nullable(),
  created_at: time,
  finished_at: time.nullable(),
  /** The archive is deleted then. */
  expires_at: time.nullable(),
})
export type WorkspaceExport = z.infer<typeof workspaceExport>

/** At most limits.workspace_exports_max, newest first. */
export const workspaceExports = z.array(workspaceExport).max(limits.workspace_exports_max)

/** The address of a download, which starts before `expires_at`. */
export const workspaceExportLink = namedObject('WorkspaceExportLink', {
  url: z.string(),
  expires_at: time,
})
export type WorkspaceExportLink = z.infer<typeof workspaceExportLink>
