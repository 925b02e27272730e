import { dayMs } from '#contract/durations.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { findAccountAdminRecipients } from '#server/modules/outbox/recipient-queries.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import {
  findConnection,
  type SsoConnectionRow,
  updateConnectionColumns,
} from './connection-queries.ts'
import { loadMetadataColumns, type MetadataColumns, MetadataError } from './saml-input.ts'
import { listConnectionsToCheck } from './upkeep-queries.ts'

/** Days before the end of the last certificate on which account administrators get a mail. */
const reminderDays = [30, 7, 1] as const

/** Returns the reminder that is due now, or undefined if it was sent before. */
function findDueReminder(
  { certificate_expires_at: endsAt, certificate_reminded_days: reminded }: SsoConnectionRow,
  at: Date,
): number | undefined {
  const daysLeft = endsAt ? (endsAt.getTime() - at.getTime()) / dayMs : Infinity
  const due = reminderDays.findLast((days) => daysLeft <= days)
  return due !== undefined && (reminded === null || due < reminded) ? due : undefined
}

/** Mails the account administrators that a certificate ends soon, once for each reminder. */
async function remindOfCertificate(trx: Trx, row: SsoConnectionRow, at: Date): Promise<void> {
  const due = findDueReminder(row, at)
  const { workspace_id: workspaceId, id, certificate_expires_at: endsAt } = row
  if (due === undefined || !endsAt) return
  await updateConnectionColumns(trx, workspaceId, id, { certificate_reminded_days: due })
  const readers = await findAccountAdminRecipients(trx, workspaceId)
  const params = {
    news: 'certificate' as const,
    connection_id: id,
    ends_at: endsAt.toISOString(),
  }
  await enqueueMails(
    trx,
    workspaceId,
    readers.map((reader) => ({ ...reader, kind: 'sso_notice' as const, params })),
    at,
  )
}

/**
 * Returns what the provider's metadata sets, read outside of transactions. An error is kept with the
 * connection, whose certificates stay.
 */
async function readMetadataAgain(
  services: Services,
  row: SsoConnectionRow,
  at: Date,
): Promise<MetadataColumns> {
  if (!row.metadata_url) return {}
  try {
    const columns = await loadMetadataColumns(services, row.metadata_url)
    // Another provider at the same address would take the team over.
    if (columns.issuer !== row.issuer) throw new MetadataError('another issuer')
    return { ...columns, metadata_checked_at: at, metadata_error: '' }
  } catch (error) {
    if (!(error instanceof MetadataError)) throw error
    return { metadata_checked_at: at, metadata_error: error.message }
  }
}

/** Stores what the metadata sets, with an entry of the audit log for changed certificates. */
async function applyMetadata(
  trx: Trx,
  row: SsoConnectionRow,
  columns: MetadataColumns,
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId, id } = row
  const { certificates, certificate_expires_at: endsAt, ...others } = columns
  const isChanged = certificates !== undefined && certificates.join() !== row.certificates.join()
  await updateConnectionColumns(trx, workspaceId, id, {
    ...others,
    ...(isChanged
      ? { certificates, certificate_expires_at: endsAt ?? null, certificate_reminded_days: null }
      : {}),
  })
  if (isChanged)
    await audit(
      trx,
      { workspace_id: workspaceId, user_id: null, kind: 'session' },
      'sso.connection_update',
      { connection: row.name, fields: 'certificates' },
      at,
    )
}

async function checkConnection(
  services: Services,
  workspaceId: string,
  connectionId: string,
): Promise<void> {
  const at = services.clock.now()
  const row = await services.db.tenant(workspaceId, (trx) =>
    findConnection(trx, workspaceId, connectionId),
  )
  if (!row) return
  const columns = await readMetadataAgain(services, row, at)
  await services.db.tenant(workspaceId, async (trx) => {
    // Administrators change connections under this lock. Their changes stay.
    await lockSettings(trx, workspaceId)
    const current = await findConnection(trx, workspaceId, connectionId)
    if (!current) return
    const isSameProvider =
      current.metadata_url === row.metadata_url && current.issuer === row.issuer
    if (row.metadata_url && isSameProvider) await applyMetadata(trx, current, columns, at)
    const after = await findConnection(trx, workspaceId, connectionId)
    if (after) await remindOfCertificate(trx, after, at)
  })
}

/** Reads metadata of SAML providers again every night, and reminds of certificates that end soon. */
export const ssoUpkeepWorker = defineWorker({
  name: 'sso upkeep',
  nightlyAtHourUtc: 3,
  async run(services, stopped) {
    const { db, clock, log } = services
    const until = new Date(clock.now().getTime() + reminderDays[0] * dayMs)
    for (const {
      workspace_id: workspaceId,
      connection_id: connectionId,
    } of await listConnectionsToCheck(db.global, until)) {
      if (stopped()) return
      await checkConnection(services, workspaceId, connectionId).catch((error: unknown) =>
        log.warn(
          { err: error, workspace: workspaceId, connection: connectionId },
          'connection was not checked',
        ),
      )
    }
  },
})
