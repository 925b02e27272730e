import { X509Certificate } from 'node:crypto'
import type { OutputOf } from '#contract/routes/index.ts'
import type { AuditStreamInput } from '#contract/schemas/audit-stream.ts'
import { requirePresence } from '#server/modules/presence/service.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { SafeHttpError } from '#server/platform/net/safe-http-client.ts'
import type { Services } from '#server/platform/services.ts'
import { countWaiting, deleteStream, findStream, insertStream, updateStream } from './queries.ts'
import { encryptStreamSecret, parseSyslogTarget, sendEntries } from './target.ts'

type StreamSettings = OutputOf<'audit_stream.get'>
const waitingMax = 10_000

/** Returns where the audit log of a team is sent, without the secret. */
export async function loadStream(trx: Trx, workspaceId: string): Promise<StreamSettings> {
  const row = await findStream(trx, workspaceId)
  if (!row) return { stream: null }
  return {
    stream: {
      kind: row.kind as 'https' | 'syslog',
      target: row.target,
      header_name: row.header_name,
      has_secret: row.secret !== null,
      authority: row.authority,
      state: row.state as 'active' | 'paused',
      failures: row.failures,
      last_error: row.last_error,
      waiting: await countWaiting(trx, workspaceId, waitingMax),
      delivered_at: row.delivered_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    },
  }
}

/** Throws address_refused for a receiver that we never call, and certificate_invalid. */
async function assertUsable(
  { companyHttpClient, companyTlsClient }: Services,
  { kind, target, authority }: AuditStreamInput,
): Promise<void> {
  if (authority) {
    try {
      new X509Certificate(authority)
    } catch {
      throwRefusal('certificate_invalid', { field: 'authority' })
    }
  }
  const syslog = kind === 'syslog' ? parseSyslogTarget(target) : undefined
  if (kind === 'syslog' && !syslog) throwRefusal('address_refused', { field: 'target' })
  try {
    if (syslog) await companyTlsClient.checkHost(syslog.host)
    else await companyHttpClient.checkUrl(target)
  } catch (error) {
    // A host that is away now may be back later.
    if (error instanceof SafeHttpError && error.reason === 'address')
      throwRefusal('address_refused', { field: 'target' })
    if (!(error instanceof SafeHttpError)) throw error
  }
}

/**
 * Saves where the audit log is sent. A new stream begins with the entries from now on. A change of
 * the receiver needs its secret again, so that an old one never reaches another receiver.
 */
export async function saveStream(
  services: Services,
  actor: Actor,
  input: AuditStreamInput,
  at: Date,
): Promise<StreamSettings> {
  const { workspace_id: workspaceId } = actor
  await requirePresence(services, actor, at)
  await assertUsable(services, input)
  const { secret, ...columns } = input
  return services.db.tenant(workspaceId, async (trx) => {
    // Concurrent changes run one after the other: each secret belongs to its own receiver.
    await lockSettings(trx, workspaceId)
    const before = await findStream(trx, workspaceId)
    const keepsSecret = secret === undefined && before?.target === input.target
    const encrypted = secret ? encryptStreamSecret(services, workspaceId, secret) : null
    const saved = {
      ...columns,
      ...(keepsSecret ? {} : { secret: encrypted }),
      failures: 0,
      last_error: '',
      next_at: at,
      // A worker that still sends to the earlier receiver records nothing, and sends no more.
      leased_until: null,
    }
    if (before) await updateStream(trx, workspaceId, saved)
    else await insertStream(trx, { workspace_id: workspaceId, ...saved, created_at: at })
    await audit(
      trx,
      actor,
      'audit_stream.save',
      { kind: input.kind, target: input.target, state: input.state },
      at,
    )
    return loadStream(trx, workspaceId)
  })
}

/** Sends a test entry, which is not part of the log. Returns why the receiver did not take it. */
export async function testStream(
  services: Services,
  actor: Actor,
  at: Date,
): Promise<OutputOf<'audit_stream.test'>> {
  const { workspace_id: workspaceId } = actor
  const stream =
    (await services.db.tenant(workspaceId, (trx) => findStream(trx, workspaceId))) ??
    throwRefusal('not_found')
  const error = await sendEntries(services, stream, [
    {
      id: newId(at),
      action: 'audit_stream.test',
      actor: null,
      impersonated: false,
      token: null,
      subject: null,
      object: null,
      details: {},
      created_at: at.toISOString(),
    },
  ])
  return { error }
}

/** Stops sending the audit log. The entry about that is the last one that is not sent. */
export async function removeStream(
  services: Services,
  actor: Actor,
  at: Date,
): Promise<StreamSettings> {
  const { workspace_id: workspaceId } = actor
  await requirePresence(services, actor, at)
  return services.db.tenant(workspaceId, async (trx) => {
    if (await deleteStream(trx, workspaceId)) await audit(trx, actor, 'audit_stream.remove', {}, at)
    return loadStream(trx, workspaceId)
  })
}
