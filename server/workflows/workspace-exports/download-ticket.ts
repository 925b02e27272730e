import { minuteMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { keyedHash, matchesKeyedHash, uuidFromBytes, uuidToBytes } from '#server/platform/ids.ts'

const hashPurpose = 'workspace export'
const idBytes = 16
const timeBytes = 6
const contentBytes = 2 * idBytes + timeBytes
const macBytes = 32

type Ticket = { workspaceId: string; exportId: string }

/** Returns when a ticket that is created now is over. */
export const findTicketEnd = (at: Date): Date =>
  new Date(at.getTime() + limits.workspace_export_link_minutes * minuteMs)

/**
 * Returns the ticket of a download: the ids, its end and a MAC. A browser downloads a large file
 * from an address, without the header of a session.
 */
export function createDownloadTicket(
  secret: string,
  { workspaceId, exportId }: Ticket,
  at: Date,
): string {
  const end = Buffer.alloc(timeBytes)
  end.writeUIntBE(findTicketEnd(at).getTime(), 0, timeBytes)
  const content = Buffer.concat([uuidToBytes(workspaceId), uuidToBytes(exportId), end])
  const mac = keyedHash(secret, hashPurpose, content.toString('hex'))
  return Buffer.concat([content, mac]).toString('base64url')
}

/** Returns the ids of a ticket. Undefined for a ticket that is forged or over. */
export function readDownloadTicket(
  secrets: readonly string[],
  ticket: string,
  at: Date,
): Ticket | undefined {
  const bytes = Buffer.from(ticket, 'base64url')
  if (bytes.length !== contentBytes + macBytes) return undefined
  const content = bytes.subarray(0, contentBytes)
  const mac = bytes.subarray(contentBytes)
  if (!matchesKeyedHash(secrets, hashPurpose, content.toString('hex'), mac)) return undefined
  if (content.readUIntBE(2 * idBytes, timeBytes) <= at.getTime()) return undefined
  return {
    workspaceId: uuidFromBytes(content.subarray(0, idBytes)),
    exportId: uuidFromBytes(content.subarray(idBytes, 2 * idBytes)),
  }
}
