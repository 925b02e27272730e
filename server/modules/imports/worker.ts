import { publishInboxChanged } from '#server/modules/inbox-items/events.ts'
import { addImportToInbox } from '#server/modules/inbox-items/notice-queries.ts'
import type { Permissions } from '#contract/permissions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { withSavepoint } from '#server/platform/database/savepoint.ts'
import { defineJobWorker } from '#server/platform/background/define-worker.ts'
import type { JobData } from '#server/platform/background/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { listAttributes } from '#server/modules/attributes/queries.ts'
import { createPendingUsers, loadInviteContext } from '#server/modules/users/create.ts'
import { refreshPeopleRules } from '#server/modules/allowances/refresh-people-rules.ts'
import { canManageTeam } from '#server/modules/users/edit-policy.ts'
import type { NewUser } from '#server/modules/users/invite-queries.ts'
import { findPermissions } from '#server/modules/people/permission-queries.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { insertHeldInvites } from './held-invite-queries.ts'
import { linkManagers } from './link-managers.ts'
import { toAttributeColumns } from '#server/modules/people-files/attribute-columns.ts'
import { analyzeColumns } from '#server/modules/people-files/analyze-columns.ts'
import { iterateRowPages } from './column-mapping.ts'
import { type AnalyzedFile, checkRows } from './check-rows.ts'
import {
  hasLeft,
  type ImportedPerson,
  type ParsedRow,
  withAttributes,
} from '#server/modules/people-files/parse-rows.ts'
import { deactivateLeavers } from './deactivate-leavers.ts'
import { placeImportedPeople, toUserFields } from '#server/modules/people-files/place-people.ts'
import { updateImportedUsers } from '#server/modules/people-files/place-queries.ts'
import {
  discardPlans,
  endImport,
  findActiveWorkspaceLanguage,
  findImport,
  type ImportRow,
  lockImport,
} from './queries.ts'
import {
  type ImportLine,
  type ImportOutcome,
  listRowsAfter,
  recordRowOutcomes,
} from './row-queries.ts'

type ImportRun = AnalyzedFile & { services: Services; row: ImportRow }

const batchRows = 500
/** A deactivation takes many statements, and a batch holds the lock of the team. */
const batchRowsWithLeavers = 50

/** Returns the outcome of a row of someone who has not left. */
function toOutcome(
  { line, row }: { line: number; row: ParsedRow },
  members: ReadonlyMap<string, { id: string }>,
  created: ReadonlyMap<string, { id: string }>,
): ImportOutcome {
  if ('refused' in row) return { line, outcome: 'refused', code: row.refused.code, user_id: null }
  const code = row.warnings[0]?.code ?? null
  const updated = members.get(row.email)
  if (updated) return { line, outcome: 'updated', code, user_id: updated.id }
  const invited = created.get(row.email)
  return invited
    ? { line, outcome: 'invited', code, user_id: invited.id }
    : { line, outcome: 'refused', code: 'invites_full', user_id: null }
}

/** Places imported people, and decides which rules apply to them. */
async function placePeople(
  trx: Trx,
  { workspace_id: workspaceId, creates_groups: creates }: ImportRow,
  imported: { id: string; place: ImportedPerson['place']; isNew: boolean }[],
  at: Date,
): Promise<void> {
  const placed = imported.flatMap(({ place, ...person }) => (place ? [{ ...person, place }] : []))
  await placeImportedPeople(trx, workspaceId, placed, { creates, at })
  await refreshPeopleRules(
    trx,
    workspaceId,
    imported.map(({ id }) => id),
    at,
  )
}

/**
 * Processes a batch of rows. New people are invited, members are updated, and other rows are
 * refused with a code. `held` are the uploader's permissions: members with more permissions are
 * refused (M3).
 */
async function processRows(
  run: ImportRun,
  trx: Trx,
  held: Permissions,
  lines: ImportLine[],
  at: Date,
): Promise<ImportOutcome[]> {
  const { services, row: importRow } = run
  const { workspace_id: workspaceId, id } = importRow
  // Attributes can change between batches.
  const attributes = toAttributeColumns(await listAttributes(trx, workspaceId))
  const { checkedRows, members } = await checkRows(
    trx,
    { workspaceId, id: importRow.created_by, held },
    { ...run, columns: withAttributes(run.columns, attributes) },
    lines,
  )
  const leavers = await deactivateLeavers(
    {
      trx,
      actor: { workspace_id: workspaceId, user_id: importRow.created_by, kind: 'session' },
      at,
    },
    checkedRows,
    { members, agreed: importRow.deactivates },
  )
  const invitation = {
    ...(await loadInviteContext(trx, workspaceId, importRow.created_by, at)),
    import_id: id,
    message: importRow.message,
    held: importRow.holds_invites,
  }
  const people = checkedRows.flatMap(({ row }) =>
    'person' in row && !hasLeft(row) ? [row.person] : [],
  )
  const updates = people.flatMap((person): (NewUser & { id: string })[] => {
    const member = members.get(person.email)
    return member === undefined ? [] : [{ ...person, id: member.id }]
  })
  const created = await createPendingUsers(
    services,
    trx,
    people
      .filter((person) => !members.has(person.email))
      .map((person) => ({ ...person, ...toUserFields(person.place ?? {}) })),
    invitation,
  )
  if (importRow.holds_invites)
    await insertHeldInvites(
      trx,
      workspaceId,
      id,
      [...created.values()].map((person) => person.id),
    )
  await updateImportedUsers(trx, workspaceId, updates)
  const imported = people.flatMap(({ email, place }) => {
    const person = members.get(email) ?? created.get(email)
    return person ? [{ id: person.id, place, isNew: !members.has(email) }] : []
  })
  await placePeople(trx, importRow, imported, at)
  return checkedRows.map(
    (numbered) => leavers.get(numbered.line) ?? toOutcome(numbered, members, created),
  )
}

/**
 * Processes one batch in one transaction, so a process may crash at any point. The import row stays
 * locked, so other workers and cancellations wait.
 */
async function processBatch(run: ImportRun): Promise<'more' | 'done'> {
  const {
    services: { db, clock, events },
    row: { workspace_id: workspaceId, id, created_by: createdBy },
  } = run
  const at = clock.now()
  let inboxes: string[] = []
  const result = await db.tenant(workspaceId, async (trx) => {
    await discardPlans(trx)
    // Locks the settings before the import, in the same order as all invites, to avoid deadlocks.
    await lockSettings(trx, workspaceId)
    if ((await lockImport(trx, workspaceId, id)) !== 'in_progress') return 'done' as const
    const held = await findPermissions(trx, workspaceId, createdBy)
    if (!held || !canManageTeam(held)) {
      await linkManagers(trx, workspaceId, id, at)
      await endImport(trx, workspaceId, id, {
        state: 'failed',
        at,
        last_error: 'uploader no longer manages the team',
      })
      return 'done' as const
    }
    const size = run.row.deactivates ? batchRowsWithLeavers : batchRows
    const lines = await listRowsAfter(trx, workspaceId, id, -1, size, 'open')
    if (lines.length)
      await recordRowOutcomes(trx, workspaceId, id, await processRows(run, trx, held, lines, at))
    if (lines.length === size) return 'more' as const
    await linkManagers(trx, workspaceId, id, at)
    await endImport(trx, workspaceId, id, { state: 'finished', at })
    inboxes = await addImportToInbox(trx, workspaceId, { importId: id, userId: createdBy, at })
    return 'done' as const
  })
  publishInboxChanged({ events }, workspaceId, inboxes)
  return result
}

/** Continues an import until it ends or `stopping` is true. Returns whether it has ended. */
export async function runImport(
  services: Services,
  { workspace_id: workspaceId, import_id: importId }: JobData['run_import'],
  stopping: () => boolean = () => false,
): Promise<boolean> {
  const found = await services.db.tenant(workspaceId, async (trx) => {
    const row = await findImport(trx, workspaceId, importId)
    const language = await findActiveWorkspaceLanguage(trx, workspaceId)
    return row?.state === 'in_progress' && language ? { row, language } : undefined
  })
  if (!found) return true
  const run = {
    services,
    row: found.row,
    // Each batch reads the attributes again, as they can change between batches.
    ...(await analyzeColumns(
      iterateRowPages(services.db, workspaceId, importId, 'all'),
      found.row,
      {
        language: found.language,
        attributes: new Map(),
      },
    )),
  }
  while (!stopping()) if ((await processBatch(run)) === 'done') return true
  return false
}

/**
 * Marks an import as failed after its last job attempt, so it does not stay in progress. Its people
 * report to the managers who have arrived.
 */
async function markImportFailed(
  { db, clock, events, log }: Services,
  { workspace_id: workspaceId, import_id: importId }: JobData['run_import'],
  error: unknown,
): Promise<void> {
  const inboxes = await db.tenant(workspaceId, async (trx) => {
    // In the order of a batch, to avoid deadlocks.
    await lockSettings(trx, workspaceId)
    if ((await lockImport(trx, workspaceId, importId)) !== 'in_progress') return []
    const at = clock.now()
    try {
      await withSavepoint(trx, () => linkManagers(trx, workspaceId, importId, at))
    } catch (cause) {
      // The import may have failed here. Then it still ends.
      log.warn({ err: cause, workspace: workspaceId }, 'a failed import links no managers')
    }
    await endImport(trx, workspaceId, importId, {
      state: 'failed',
      at,
      last_error: (error instanceof Error ? error.message : String(error)).slice(0, 200),
    })
    const row = await findImport(trx, workspaceId, importId)
    return row ? addImportToInbox(trx, workspaceId, { importId, userId: row.created_by, at }) : []
  })
  publishInboxChanged({ events }, workspaceId, inboxes)
}

/** Processes imports. On shutdown a running import is queued again for another process. */
export const importWorker = defineJobWorker({
  name: 'import',
  job: 'run_import',
  run: (services, data, { stopped }) => runImport(services, data, stopped),
  fail: markImportFailed,
})
