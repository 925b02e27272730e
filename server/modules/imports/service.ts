import { toOneLine } from '#contract/schemas/common.ts'
import type { StartInput, UserImport } from '#contract/schemas/imports.ts'
import { listAttributes } from '#server/modules/attributes/queries.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { toAttributeColumns } from '#server/modules/people-files/attribute-columns.ts'
import { assertValidColumns } from '#server/modules/people-files/analyze-columns.ts'
import { linkManagers } from './link-managers.ts'
import { planInviteTime } from './plan-invite-time.ts'
import { presentImport } from './present.ts'
import {
  deleteAbandonedImports,
  endImport,
  findImport,
  type ImportRow,
  insertImport,
  isImportRunning,
  listImports,
  lockImport,
  markImportStarted,
} from './queries.ts'
import { insertImportRows, listSampleRows } from './row-queries.ts'
import { readList } from '#server/modules/people-files/list-reader.ts'

const importsListedMax = 10
const sampledRows = 20
const abandonedAfterMs = 7 * 86_400_000

async function presentImports(
  trx: Trx,
  workspaceId: string,
  rows: ImportRow[],
  at: Date,
): Promise<UserImport[]> {
  const open = rows.filter((row) => row.state === 'uploaded').map((row) => row.id)
  const samples = await listSampleRows(trx, workspaceId, open, sampledRows)
  return rows.map((row) => presentImport(row, at, samples.get(row.id)))
}

export async function loadImport(
  trx: Trx,
  workspaceId: string,
  id: string,
  at: Date,
): Promise<UserImport> {
  const row = await findImport(trx, workspaceId, id)
  const [presented] = row ? await presentImports(trx, workspaceId, [row], at) : []
  return presented ?? throwRefusal('not_found')
}

export async function listLatestImports(
  trx: Trx,
  workspaceId: string,
  at: Date,
): Promise<UserImport[]> {
  return presentImports(trx, workspaceId, await listImports(trx, workspaceId, importsListedMax), at)
}

/**
 * Stores an uploaded list row by row. A child process reads the file. Throws file_unreadable and
 * out_of_range.
 */
export async function createImport(
  { db, log }: Services,
  actor: Actor,
  file: Buffer | undefined,
  fileName: string,
  at: Date,
): Promise<UserImport> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  if (!file?.length) throwRefusal('file_unreadable', { field: 'file' })
  const attributes = toAttributeColumns(
    await db.readSnapshot(workspaceId, (trx) => listAttributes(trx, workspaceId)),
  )
  return readList({ workspace_id: workspaceId, file, attributes, log }, (head, chunks) =>
    db.tenant(workspaceId, async (trx) => {
      const id = newId(at)
      await deleteAbandonedImports(trx, workspaceId, new Date(at.getTime() - abandonedAfterMs))
      await insertImport(trx, {
        workspace_id: workspaceId,
        id,
        state: 'uploaded',
        file_name: toOneLine(fileName) || 'list',
        header: head.header,
        fields: head.fields,
        rows_count: head.rows,
        created_by: userId,
        created_at: at,
        started_at: null,
        finished_at: null,
      })
      for await (const chunk of chunks) await insertImportRows(trx, workspaceId, id, chunk)
      return loadImport(trx, workspaceId, id, at)
    }),
  )
}

/**
 * Starts an import with the columns of the last preview, and plans its invitations. Throws conflict if another import of the
 * team is running.
 */
export async function startImport(
  { db, jobs }: Services,
  actor: Actor,
  id: string,
  { invitations, message, create_groups: createsGroups, deactivate: deactivates }: StartInput,
  at: Date,
): Promise<UserImport> {
  const { workspace_id: workspaceId } = actor
  const plannedAt = planInviteTime(invitations, at, actor.timezone)
  const isHeld = invitations.when !== 'now'
  return db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    const state = await lockImport(trx, workspaceId, id)
    const row = await findImport(trx, workspaceId, id)
    if (!row) throwRefusal('not_found')
    if (state !== 'uploaded') throwRefusal('conflict')
    if (await isImportRunning(trx, workspaceId)) throwRefusal('conflict')
    assertValidColumns(row.fields)
    await markImportStarted(trx, workspaceId, id, {
      started_at: at,
      holds_invites: isHeld,
      invites_at: isHeld ? plannedAt : null,
      message,
      creates_groups: createsGroups,
      deactivates,
    })
    await jobs.send(trx, 'run_import', { workspace_id: workspaceId, import_id: id })
    await audit(trx, actor, 'import.started', { import_id: id, rows: row.rows_count }, at)
    return loadImport(trx, workspaceId, id, at)
  })
}

/**
 * Cancels an import before or after its start. Invited people stay invited, and report to the
 * managers who have arrived.
 */
export async function cancelImport(
  { db }: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<UserImport> {
  const { workspace_id: workspaceId } = actor
  return db.tenant(workspaceId, async (trx) => {
    // Locks the settings before the import, in the same order as all invites, to avoid deadlocks.
    await lockSettings(trx, workspaceId)
    const state = await lockImport(trx, workspaceId, id)
    if (!state) throwRefusal('not_found')
    if (state !== 'uploaded' && state !== 'in_progress') throwRefusal('conflict')
    if (state === 'in_progress') {
      await linkManagers(trx, workspaceId, id, at)
      await audit(trx, actor, 'import.canceled', { import_id: id }, at)
    }
    await endImport(trx, workspaceId, id, { state: 'canceled', at })
    return loadImport(trx, workspaceId, id, at)
  })
}
