import { sql } from 'kysely'
import type { Permissions } from '#contract/permissions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { JobData, JobAttempt } from '#server/platform/background/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import {
  createPendingUsers,
  loadInviteContext,
  findMembersByEmail,
  type NewUser,
} from '#server/modules/users/create.ts'
import { canManageTeam } from '#server/modules/users/edit-policy.ts'
import { findPermissions } from '#server/modules/users/context.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { type ColumnMapping, parseRow, refuseUneditable } from './parse-rows.ts'
import {
  endImport,
  findImport,
  type ImportRow,
  type ImportLine,
  lockImport,
  recordRowOutcomes,
  type ImportOutcome,
  listRowsAfter,
  updateImportedUsers,
} from './queries.ts'
import { analyzeColumns } from './service.ts'

type ImportRun = {
  services: Services
  row: ImportRow
  columns: ColumnMapping
  repeated: Set<number>
}

const batchRows = 500

/**
 * Decides some rows: new people are invited, members are updated, the rest is refused with its
 * code. `held` are the permissions of the uploader: a member who holds more is refused (M3).
 */
async function processRows(
  { services, row, columns, repeated }: ImportRun,
  trx: Trx,
  held: Permissions,
  lines: ImportLine[],
  at: Date,
): Promise<ImportOutcome[]> {
  const { workspace_id: workspaceId, id } = row
  const read = lines.map(({ line, cells }) => ({
    line,
    one: parseRow(columns, cells, repeated.has(line)),
  }))
  const invitation = {
    ...(await loadInviteContext(trx, workspaceId, row.created_by, at)),
    import_id: id,
  }
  const known = await findMembersByEmail(
    trx,
    workspaceId,
    read.flatMap(({ one }) => ('person' in one ? [one.email] : [])),
  )
  const judged = read.map(({ line, one }) => ({ line, one: refuseUneditable(one, held, known) }))
  const people = judged.flatMap(({ one }) => ('person' in one ? [one.person] : []))
  const fresh = people.filter((person) => !known.has(person.email))
  const members = people.flatMap((person): (NewUser & { id: string })[] => {
    const member = known.get(person.email)
    return member === undefined ? [] : [{ ...person, id: member.id }]
  })
  const added = await createPendingUsers(services, trx, fresh, invitation)
  await updateImportedUsers(trx, workspaceId, members)
  return judged.map(({ line, one }): ImportOutcome => {
    if ('refused' in one) return { line, outcome: 'refused', code: one.refused.code, user_id: null }
    const updated = known.get(one.email)
    if (updated) return { line, outcome: 'updated', code: null, user_id: updated.id }
    const invited = added.get(one.email)
    return invited
      ? { line, outcome: 'invited', code: null, user_id: invited.id }
      : { line, outcome: 'refused', code: 'invites_full', user_id: null }
  })
}

/**
 * One batch in one transaction: people, accounts, invites, mails, outcomes and counts are there
 * together or not at all, so a process may die anywhere. The import stays locked meanwhile: another
 * worker, or a cancellation, waits its turn.
 */
async function processBatch(work: ImportRun): Promise<'more' | 'over'> {
  const {
    services: { db, clock },
    row: { workspace_id: workspaceId, id, created_by: createdBy },
  } = work
  const at = clock.now()
  return db.tenant(workspaceId, async (trx) => {
    // Plans made while the team was small would read all of it for every foreign key: a big import
    // makes them anew as it grows.
    await sql`discard plans`.execute(trx)
    // The settings first, as everybody who invites does: two locks in one order never wait for each
    // other.
    await lockSettings(trx, workspaceId)
    if ((await lockImport(trx, workspaceId, id)) !== 'in_progress') return 'over'
    const held = await findPermissions(trx, { workspace_id: workspaceId, user_id: createdBy })
    if (!held || !canManageTeam(held)) {
      await endImport(trx, workspaceId, id, {
        state: 'failed',
        at,
        last_error: 'uploader no longer manages the team',
      })
      return 'over'
    }
    const lines = await listRowsAfter(trx, workspaceId, id, -1, batchRows, 'open')
    if (lines.length)
      await recordRowOutcomes(trx, workspaceId, id, await processRows(work, trx, held, lines, at))
    if (lines.length === batchRows) return 'more'
    await endImport(trx, workspaceId, id, { state: 'finished', at })
    return 'over'
  })
}

/**
 * Goes on with an import where it stands, until it is over or `stopping`. Answers whether it is
 * over.
 */
export async function runImport(
  services: Services,
  { workspace_id: workspaceId, import_id: importId }: JobData['run_import'],
  stopping: () => boolean = () => false,
): Promise<boolean> {
  const found = await services.db.tenant(workspaceId, async (trx) => {
    const row = await findImport(trx, workspaceId, importId)
    const team = await trx
      .selectFrom('workspaces')
      .innerJoin('settings', 'settings.workspace_id', 'workspaces.id')
      .select('settings.language')
      .where('workspaces.id', '=', workspaceId)
      .where('workspaces.deleted_at', 'is', null)
      .executeTakeFirst()
    return row?.state === 'in_progress' && team ? { row, language: team.language } : undefined
  })
  if (!found) return true
  const work = {
    services,
    row: found.row,
    ...(await analyzeColumns(services.db, found.row, found.row.fields, found.language)),
  }
  while (!stopping()) if ((await processBatch(work)) === 'over') return true
  return false
}

/** The last try went wrong too: the import says so, instead of waiting for ever. */
async function markImportFailed(
  { db, clock }: Services,
  { workspace_id: workspaceId, import_id: importId }: JobData['run_import'],
  error: unknown,
): Promise<void> {
  await db.tenant(workspaceId, async (trx) => {
    if ((await lockImport(trx, workspaceId, importId)) !== 'in_progress') return
    await endImport(trx, workspaceId, importId, {
      state: 'failed',
      at: clock.now(),
      last_error: (error instanceof Error ? error.message : String(error)).slice(0, 200),
    })
  })
}

/**
 * Works on imports until stopped. A process that is asked to stop hands a running import on to the
 * next one.
 */
export async function startImportWorker(services: Services): Promise<{ stop(): Promise<void> }> {
  let stopped = false
  const running = new Set<Promise<void>>()
  const run = async (data: JobData['run_import'], { isLast }: JobAttempt) => {
    try {
      if (!(await runImport(services, data, () => stopped)))
        await services.db.tenant(data.workspace_id, (trx) =>
          services.jobs.send(trx, 'run_import', data),
        )
    } catch (error) {
      services.log.error(
        { err: error, workspace: data.workspace_id, import: data.import_id },
        'import',
      )
      if (!isLast) throw error
      await markImportFailed(services, data, error)
    }
  }
  await services.jobs.work('run_import', (data, attempt) => {
    const one = run(data, attempt)
    const done = one
      .then(
        () => {},
        () => {},
      )
      .finally(() => running.delete(done))
    running.add(done)
    return one
  })
  return {
    async stop() {
      stopped = true
      await Promise.all(running)
    },
  }
}
