import type { AuditEntry } from '#contract/schemas/audit.ts'

/** The facility "log audit" with the severities "warning" and "notice" (RFC 5424, section 6.2.1). */
const [warningPriority, noticePriority] = [13 * 8 + 4, 13 * 8 + 5]

/** Returns entries as JSON lines, each with its team. */
export const toJsonLines = (workspaceId: string, entries: readonly AuditEntry[]): string =>
  entries.map((entry) => `${JSON.stringify({ workspace_id: workspaceId, ...entry })}\n`).join('')

/** Returns a name without characters that a header of syslog may not have. */
const toHeaderText = (text: string, charsMax: number) =>
  text.replaceAll(/[^\x21-\x7e]/g, '').slice(0, charsMax) || '-'

/**
 * Returns entries as syslog messages (RFC 5424) with the octet counts of RFC 5425. The text of a
 * message is JSON.
 */
export function toSyslogFrames(
  workspaceId: string,
  host: string,
  entries: readonly AuditEntry[],
): Buffer {
  const frames = entries.map((entry) => {
    const priority = entry.action === 'sign_in.refuse' ? warningPriority : noticePriority
    const head = `<${priority}>1 ${entry.created_at} ${toHeaderText(host, 255)} laurel - ${toHeaderText(entry.action, 32)} -`
    const message = `${head} ${JSON.stringify({ workspace_id: workspaceId, ...entry })}`
    return Buffer.from(`${Buffer.byteLength(message)} ${message}`)
  })
  return Buffer.concat(frames)
}
