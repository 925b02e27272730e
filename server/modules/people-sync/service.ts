import { toOneLine } from '#contract/schemas/common.ts'
import type { PeopleSyncSource } from '#contract/people-sync.ts'
import type { OutputOf, QueryOf } from '#contract/routes/index.ts'
import type { PeopleSyncRun } from '#contract/schemas/people-sync.ts'
import { publishInboxChanged } from '#server/modules/inbox-items/events.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { type AuditActor, audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { decodeIdCursor } from '#server/platform/http/cursors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { listChanges } from './change-queries.ts'
import { presentChanges, presentRuns } from './present.ts'
import {
  endRun,
  findRun,
  findSyncSettings,
  insertRun,
  listRuns,
  lockWaitingRuns,
  lockRun,
  type RunRow,
  updateRun,
} from './run-queries.ts'
import { stopRun } from './stop-run.ts'
import { storeFile } from './store-file.ts'

export async function loadRun(trx: Trx, workspaceId: string, id: string): Promise<PeopleSyncRun> {
  const row = await findRun(trx, workspaceId, id)
  const [run] = row ? await presentRuns(trx, workspaceId, [row]) : []
  return run ?? throwRefusal('not_found')
}

/** Returns a page of runs, newest first. */
export async function loadRuns(
  trx: Trx,
  workspaceId: string,
  { cursor, limit }: QueryOf<'people_sync.runs'>,
): Promise<OutputOf<'people_sync.runs'>> {
  const rows = await listRuns(trx, workspaceId, {
    before: decodeIdCursor(cursor),
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  return {
    items: await presentRuns(trx, workspaceId, page),
    next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

/** Returns a page of the changes of a run. Throws not_found. */
export async function loadChanges(
  trx: Trx,
  workspaceId: string,
  id: string,
  { outcome, cursor, limit }: QueryOf<'people_sync.changes'>,
): Promise<OutputOf<'people_sync.changes'>> {
  if (!(await findRun(trx, workspaceId, id))) throwRefusal('not_found')
  const rows = await listChanges(trx, workspaceId, id, { outcome, after: cursor, limit: limit + 1 })
  const page = rows.slice(0, limit)
  return {
    items: await presentChanges(trx, workspaceId, page),
    next_cursor: rows.length > limit ? String(page.at(-1)?.position) : null,
  }
}

export type NewRun = {
  source: PeopleSyncSource
  coverage: 'full' | 'partial'
  dry_run: boolean
  actor: AuditActor & { user_id: string }
  at: Date
}

/**
 * Creates a run. A newer file replaces runs that wait for a decision.
 * Throws conflict while another run is checking or applying a file.
 */
export async function createRun(
  trx: Trx,
  { source, coverage, dry_run: dryRun, actor, at }: NewRun,
): Promise<string> {
  const { workspace_id: workspaceId } = actor
  for (const waiting of await lockWaitingRuns(trx, workspaceId))
    await endRun(trx, workspaceId, waiting, { state: 'discarded', at })
  const id = newId(at)
  const isCreated = await insertRun(trx, {
    workspace_id: workspaceId,
    id,
    source,
    coverage,
    state: 'checking',
    dry_run: dryRun,
    created_by: actor.user_id,
    created_at: at,
  })
  if (!isCreated) throwRefusal('conflict')
  await audit(
    trx,
    actor,
    'people_sync.start',
    { sync_run_id: id, source, coverage, dry_run: dryRun },
    at,
  )
  return id
}

/**
 * Stores a file that a system has sent, and starts its check. A file that cannot be used is a failed
 * run. Throws file_unreadable, file_too_large, out_of_range, too_many and conflict.
 */
export async function uploadFile(
  services: Services,
  actor: Actor,
  {
    coverage,
    dry_run: dryRun,
    file,
    file_name: name,
  }: QueryOf<'people_sync.upload'> & {
    file: Buffer | undefined
    file_name: string
  },
  at: Date,
): Promise<PeopleSyncRun> {
  const { db, jobs } = services
  const { workspace_id: workspaceId } = actor
  if (!file?.length) throwRefusal('file_unreadable', { field: 'file' })
  const fileName = toOneLine(name) || 'people'
  const runId = await storeFile(services, { workspaceId, file, fileName, at }, async (trx) => {
    const id = await createRun(trx, { source: 'api', coverage, dry_run: dryRun, actor, at })
    await jobs.send(trx, 'run_people_sync', { workspace_id: workspaceId, run_id: id })
    return id
  })
  return db.tenant(workspaceId, (trx) =>
    loadRun(trx, workspaceId, runId ?? throwRefusal('not_found')),
  )
}

/**
 * Ends a run that still checks or applies as failed, and says so in inboxes. `unlessRead`: only a run
 * without a file.
 */
export async function failRun(
  { db, clock, events }: Pick<Services, 'db' | 'clock' | 'events'>,
  workspaceId: string,
  id: string,
  {
    code,
    detail = '',
    unlessRead = false,
  }: { code: string; detail?: string; unlessRead?: boolean },
): Promise<void> {
  const inboxes = await db.tenant(workspaceId, async (trx) => {
    const run = await lockRun(trx, workspaceId, id)
    if (run?.state !== 'checking' && run?.state !== 'applying') return []
    if (unlessRead && run.read_at !== null) return []
    return stopRun(trx, run, { state: 'failed', code, detail, at: clock.now() })
  })
  publishInboxChanged({ events }, workspaceId, inboxes)
}

/** Starts to fetch the file now. Throws conflict without a place to fetch it from. */
export async function startFetch(
  { db, jobs }: Services,
  actor: Actor,
  { dry_run: dryRun }: { dry_run: boolean },
  at: Date,
): Promise<PeopleSyncRun> {
  const { workspace_id: workspaceId } = actor
  return db.tenant(workspaceId, async (trx) => {
    const settings = await findSyncSettings(trx, workspaceId)
    if (!settings || settings.source === 'api') throwRefusal('conflict')
    const { source, coverage } = settings
    const id = await createRun(trx, { source, coverage, dry_run: dryRun, actor, at })
    await jobs.send(trx, 'run_people_sync', { workspace_id: workspaceId, run_id: id })
    return loadRun(trx, workspaceId, id)
  })
}

/** Decides about a run that waits. Throws not_found, and conflict for another run. */
async function decideRun(
  { db }: Services,
  actor: Actor,
  id: string,
  decide: (trx: Trx, run: RunRow) => Promise<void>,
): Promise<PeopleSyncRun> {
  const { workspace_id: workspaceId } = actor
  return db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    const run = (await lockRun(trx, workspaceId, id)) ?? throwRefusal('not_found')
    if (run.state !== 'waiting' && run.state !== 'stopped') throwRefusal('conflict')
    await decide(trx, run)
    return loadRun(trx, workspaceId, id)
  })
}

/** Applies a run that waits, with the rights of the actor, however many people leave. */
export const applyWaitingRun = (
  services: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<PeopleSyncRun> =>
  decideRun(services, actor, id, async (trx, run) => {
    const { workspace_id: workspaceId, user_id: userId } = actor
    await updateRun(trx, workspaceId, id, { state: 'applying', created_by: userId, code: null })
    await services.jobs.send(trx, 'run_people_sync', { workspace_id: workspaceId, run_id: id })
    const leavers = run.deactivated_count + run.missing_count
    await audit(trx, actor, 'people_sync.apply', { sync_run_id: id, leavers }, at)
  })

/** Discards a run that waits. Nobody changes. */
export const discardRun = (
  services: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<PeopleSyncRun> =>
  decideRun(services, actor, id, async (trx) => {
    await endRun(trx, actor.workspace_id, id, { state: 'discarded', at })
    await audit(trx, actor, 'people_sync.discard', { sync_run_id: id }, at)
  })
