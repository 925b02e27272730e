import type { WorkspaceExport, WorkspaceExportLink } from '#contract/schemas/workspace-exports.ts'
import { limits } from '#contract/limits.ts'
import type { Person } from '#contract/schemas/users.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { requireDangerZone } from '#server/workflows/delete-workspace/require-danger-zone.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { deleteFiles } from '#server/platform/files/delete-files.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { listPartKeys } from './archive-parts.ts'
import { createDownloadTicket, findTicketEnd } from './download-ticket.ts'
import {
  deleteFailedExports,
  deleteWorkspaceExport,
  findWorkspaceExport,
  insertWorkspaceExport,
  listWorkspaceExports,
  type WorkspaceExportRow,
} from './queries.ts'

function presentExport(row: WorkspaceExportRow, people: Map<string, Person>): WorkspaceExport {
  return {
    id: row.id,
    state: row.state,
    progress: row.progress,
    code: row.code,
    rows: row.rows_count,
    pictures: row.pictures_count,
    bytes: Number(row.bytes),
    fingerprint: row.fingerprint,
    open_gift_cards: row.open_gift_cards,
    requested_by: people.get(row.requested_by) ?? null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  }
}

const keysOf = ({
  workspace_id: workspaceId,
  parts_id: partsId,
  parts_count: parts,
}: WorkspaceExportRow) => (partsId === null ? [] : listPartKeys(workspaceId, partsId, parts))

/** Returns the archives of a team that are kept, being built or failed, newest first. */
export async function loadWorkspaceExports(
  trx: Trx,
  workspaceId: string,
  at: Date,
): Promise<WorkspaceExport[]> {
  const rows = await listWorkspaceExports(trx, workspaceId, at)
  const people = await loadPeople(
    trx,
    workspaceId,
    rows.map((row) => row.requested_by),
  )
  return rows.map((row) => presentExport(row, people))
}

/**
 * Starts an archive in the background. Throws presence_required, danger_zone_wait, conflict while
 * one is being built, and workspace_exports_full.
 */
export async function createWorkspaceExport(
  services: Services,
  actor: Actor,
  at: Date,
): Promise<WorkspaceExport> {
  await requireDangerZone(services, actor, at)
  const { workspace_id: workspaceId } = actor
  return services.db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    const kept = await listWorkspaceExports(trx, workspaceId, at)
    if (kept.some(({ state }) => state === 'in_progress')) throwRefusal('conflict')
    const max = limits.workspace_exports_max
    if (kept.filter(({ state }) => state === 'finished').length >= max)
      throwRefusal('workspace_exports_full', { params: { finish: max } })
    await deleteFailedExports(trx, workspaceId)
    const id = newId(at)
    await insertWorkspaceExport(trx, { workspaceId, id, requestedBy: actor.user_id, at })
    await services.jobs.send(trx, 'export_workspace', { workspace_id: workspaceId, export_id: id })
    await audit(trx, actor, 'workspace_export.create', {}, at)
    const [created] = await loadWorkspaceExports(trx, workspaceId, at)
    return created ?? throwRefusal('not_found')
  })
}

/** Returns an archive that can be downloaded. Throws not_found, and conflict before it is finished. */
async function findFinished(trx: Trx, workspaceId: string, id: string, at: Date) {
  const row = (await findWorkspaceExport(trx, workspaceId, id)) ?? throwRefusal('not_found')
  if (row.expires_at && row.expires_at <= at) throwRefusal('not_found')
  if (row.state !== 'finished') throwRefusal('conflict')
  return row
}

/**
 * Returns the address of a download, which starts within a few minutes. Throws presence_required and
 * danger_zone_wait, not_found, and conflict before the archive is finished.
 */
export async function createDownloadLink(
  services: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<WorkspaceExportLink> {
  const { workspace_id: workspaceId } = actor
  const row = await services.db.readSnapshot(workspaceId, (trx) =>
    findFinished(trx, workspaceId, id, at),
  )
  await requireDangerZone(services, actor, at)
  const [firstKey = ''] = keysOf(row)
  // A backup has the row without its parts.
  if (!(await services.storage.get(firstKey))) {
    await services.db.tenant(workspaceId, (trx) => deleteWorkspaceExport(trx, workspaceId, id))
    throwRefusal('not_found')
  }
  await services.db.tenant(workspaceId, (trx) =>
    audit(trx, actor, 'workspace_export.download', {}, at),
  )
  const ticket = createDownloadTicket(services.config.secret, { workspaceId, exportId: id }, at)
  return {
    url: `${services.config.publicUrl}/exports/${ticket}.zip`,
    expires_at: findTicketEnd(at).toISOString(),
  }
}

/** Deletes an archive, or stops building it. Throws not_found. */
export async function removeWorkspaceExport(
  services: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId } = actor
  const row = await services.db.tenant(workspaceId, async (trx) => {
    const deleted = await deleteWorkspaceExport(trx, workspaceId, id)
    if (!deleted) throwRefusal('not_found')
    await audit(trx, actor, 'workspace_export.delete', {}, at)
    return deleted
  })
  await deleteFiles(services, keysOf(row))
}

/** An archive to send. `first` is its first part. */
export type Download = { name: string; bytes: number; keys: string[]; first: Buffer }

/** Returns the archive of a ticket's export. Throws not_found when it is gone. */
export async function openDownload(
  { db, storage }: Services,
  { workspaceId, exportId }: { workspaceId: string; exportId: string },
  at: Date,
): Promise<Download> {
  const row = await db.tenant(workspaceId, (trx) => findFinished(trx, workspaceId, exportId, at))
  const keys = keysOf(row)
  const first = await storage.get(keys[0] ?? '')
  if (!first) throwRefusal('not_found')
  const day = row.created_at.toISOString().slice(0, 10)
  return { name: `laurel-${day}.zip`, bytes: Number(row.bytes), keys, first }
}
