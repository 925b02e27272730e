import { decrypt, encrypt } from '#server/platform/crypto/encryption.ts'
import { SafeHttpError } from '#server/platform/net/safe-http-client.ts'
import type { Services } from '#server/platform/services.ts'
import type { AuditEntry } from '#contract/schemas/audit.ts'
import { toJsonLines, toSyslogFrames } from './messages.ts'
import type { AuditStreamRow } from './queries.ts'

const purpose = 'audit streams'
const defaultSyslogPort = 6_514

export const encryptStreamSecret = (
  { config }: Pick<Services, 'config'>,
  workspaceId: string,
  secret: string,
): Buffer => encrypt(config.secret, purpose, workspaceId, secret)

/** Returns host and port of a syslog receiver, or undefined for malformed text. */
export function parseSyslogTarget(text: string): { host: string; port: number } | undefined {
  const match = /^(\[[\da-f:.]+\]|[^\s:/@[\]]+)(?::(\d{1,5}))?$/i.exec(text)
  const port = match?.[2] === undefined ? defaultSyslogPort : Number(match[2])
  return match?.[1] && port > 0 && port < 65_536
    ? { host: match[1].replaceAll(/[[\]]/g, ''), port }
    : undefined
}

/**
 * Sends entries to the receiver of a stream. Returns why it did not take them, as text for the
 * administrator; empty when it did.
 */
export async function sendEntries(
  services: Pick<Services, 'config' | 'companyHttpClient' | 'companyTlsClient'>,
  stream: AuditStreamRow,
  entries: readonly AuditEntry[],
): Promise<string> {
  const { workspace_id: workspaceId, target } = stream
  const { config, companyHttpClient, companyTlsClient } = services
  try {
    if (stream.kind === 'syslog') {
      const address = parseSyslogTarget(target)
      if (!address) return 'address'
      await companyTlsClient.send(
        { ...address, authority: stream.authority },
        toSyslogFrames(workspaceId, new URL(config.publicUrl).hostname, entries),
      )
      return ''
    }
    const secret = stream.secret && decrypt(config.secrets, purpose, workspaceId, stream.secret)
    const { status } = await companyHttpClient.fetchDocument(target, {
      method: 'POST',
      headers: {
        'user-agent': 'Laurel',
        'content-type': 'application/x-ndjson',
        ...(stream.header_name && secret ? { [stream.header_name]: secret } : {}),
      },
      body: toJsonLines(workspaceId, entries),
    })
    return status >= 200 && status < 300 ? '' : `status ${status}`
  } catch (error) {
    if (error instanceof SafeHttpError) return error.message
    throw error
  }
}
