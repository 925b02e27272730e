import type { Permissions } from '#contract/permissions.ts'
import { listAttributes } from '#server/modules/attributes/queries.ts'
import { findActiveWorkspaceLanguage } from '#server/modules/imports/queries.ts'
import { mailDomainOf } from '#server/modules/joining/mail-domain.ts'
import { analyzeColumns } from '#server/modules/people-files/analyze-columns.ts'
import { toAttributeColumns } from '#server/modules/people-files/attribute-columns.ts'
import { cellOf, parseRow } from '#server/modules/people-files/parse-rows.ts'
import { isVerifiedDomain } from '#server/modules/sso/domain-queries.ts'
import { canManageTeam } from '#server/modules/users/edit-policy.ts'
import { findPermissions } from '#server/modules/people/permission-queries.ts'
import type { Database, Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { countSynced, insertChanges, insertMissingPeople } from './change-queries.ts'
import { checkPerson, type MatchedRow, numberOf, type RowChecks } from './check-person.ts'
import { stopRun } from './stop-run.ts'
import { listSyncPeople, type SyncPerson } from './person-queries.ts'
import { type FileRow, listFileRows, setRowPeople } from './row-queries.ts'
import {
  addChecked,
  findSyncSettings,
  lockRun,
  type OutcomeCounts,
  type RunRow,
  updateRun,
} from './run-queries.ts'
import { limits } from '#contract/limits.ts'

const pageRows = 2_000

type AnalyzedFile = Awaited<ReturnType<typeof analyzeColumns>>

/** Yields the rows of a run in pages, each in a transaction of its own. */
async function* iteratePages(db: Database, workspaceId: string, runId: string) {
  for (let line = -1; ;) {
    const rows = await db.tenant(workspaceId, (trx) =>
      listFileRows(trx, workspaceId, runId, { line, limit: pageRows }),
    )
    if (rows.length) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < pageRows) return
    line = last.line
  }
}

/** Finds the people of rows by employee number and by address. */
async function matchRows(
  trx: Trx,
  workspaceId: string,
  { columns, repeated }: AnalyzedFile,
  rows: FileRow[],
): Promise<MatchedRow[]> {
  const parsed = rows.map(({ line, cells }) => ({
    line,
    cells,
    number: numberOf(columns, cells),
    row: parseRow(columns, cells, repeated.has(line)),
  }))
  const people = await listSyncPeople(trx, workspaceId, {
    emails: parsed.flatMap(({ row }) => (row.email ? [row.email] : [])),
    numbers: rows.flatMap(({ cells }) => cellOf(columns, cells, 'employee_number') || []),
  })
  const byEmail = new Map(people.map((person) => [person.email, person]))
  const byNumber = new Map<string, SyncPerson>()
  for (const person of people)
    if (person.employee_number) byNumber.set(person.employee_number.toLowerCase(), person)
  return parsed.map((row) => ({
    ...row,
    byNumber: row.number ? byNumber.get(row.number) : undefined,
    byEmail: row.row.email ? byEmail.get(row.row.email) : undefined,
  }))
}

/** Returns the verified domains among those of addresses that would change. */
async function listNewDomains(
  trx: Trx,
  workspaceId: string,
  rows: MatchedRow[],
): Promise<Set<string>> {
  const domains = new Set(
    rows.flatMap(({ row, byNumber }) =>
      byNumber?.has_accepted && byNumber.email !== row.email ? [mailDomainOf(row.email)] : [],
    ),
  )
  const verified = new Set<string>()
  for (const domain of domains)
    if (await isVerifiedDomain(trx, workspaceId, domain)) verified.add(domain)
  return verified
}

async function checkPage(
  trx: Trx,
  run: RunRow,
  file: AnalyzedFile,
  { rows, held }: { rows: FileRow[]; held: Permissions },
): Promise<void> {
  const { workspace_id: workspaceId, id } = run
  const matched = await matchRows(trx, workspaceId, file, rows)
  const domains = await listNewDomains(trx, workspaceId, matched)
  const checks: RowChecks = {
    columns: file.columns,
    repeatedNumbers: file.references.repeatedNumbers,
    named: file.references.people,
    uploader: { id: run.created_by, held },
    isVerifiedDomain: (email) => domains.has(mailDomainOf(email)),
  }
  const changes = matched.flatMap((row) => checkPerson(row, checks) ?? [])
  const counts: Record<string, number> = {}
  for (const { outcome } of changes) counts[outcome] = (counts[outcome] ?? 0) + 1
  await insertChanges(trx, workspaceId, id, changes)
  await setRowPeople(
    trx,
    workspaceId,
    id,
    matched.flatMap(({ line, byNumber, byEmail }) => {
      const person = byNumber ?? byEmail
      return person ? [{ line, user_id: person.id }] : []
    }),
  )
  const line = rows.at(-1)?.line ?? run.checked_line
  await addChecked(trx, workspaceId, id, {
    rows: rows.length,
    line,
    counts: counts as OutcomeCounts,
  })
}

/** Adds the missing people and decides whether the run is applied, waits, stops or fails. */
async function finishCheck(trx: Trx, run: RunRow, at: Date): Promise<string[]> {
  const { workspace_id: workspaceId, id } = run
  // Swapped columns make the keys of most rows unusable.
  if (run.refused_count * 2 > run.rows_count)
    return stopRun(trx, run, { state: 'failed', code: 'people_file_columns', at })
  const missing =
    run.coverage === 'full'
      ? await insertMissingPeople(trx, workspaceId, id)
      : { missing: 0, deactivated: 0 }
  const synced = await countSynced(trx, workspaceId, id)
  const deactivated = run.deactivated_count + missing.deactivated
  await updateRun(trx, workspaceId, id, {
    missing_count: missing.missing,
    deactivated_count: deactivated,
    synced_count: synced,
  })
  const settings = await findSyncSettings(trx, workspaceId)
  const percent = settings?.leavers_percent_max ?? limits.people_sync_leavers_percent
  if ((deactivated + missing.missing) * 100 > percent * synced)
    return stopRun(trx, run, { state: 'stopped', code: 'people_file_leavers', at })
  await updateRun(trx, workspaceId, id, { state: run.dry_run ? 'waiting' : 'applying' })
  return []
}

type Step = { isOver: boolean; inboxes: string[] }

/**
 * Checks the next rows in one transaction. The run stays locked, so that another process waits and
 * continues behind them.
 */
async function checkNextPage(
  { db, clock }: Services,
  { workspace_id: workspaceId, id }: RunRow,
  file: AnalyzedFile,
): Promise<Step> {
  return db.tenant(workspaceId, async (trx): Promise<Step> => {
    const at = clock.now()
    const run = await lockRun(trx, workspaceId, id)
    if (run?.state !== 'checking') return { isOver: true, inboxes: [] }
    const held = await findPermissions(trx, workspaceId, run.created_by)
    if (!held || !canManageTeam(held))
      return {
        isOver: true,
        inboxes: await stopRun(trx, run, { state: 'failed', code: 'forbidden', at }),
      }
    const rows = await listFileRows(trx, workspaceId, id, {
      line: run.checked_line,
      limit: pageRows,
    })
    if (!rows.length) return { isOver: true, inboxes: await finishCheck(trx, run, at) }
    await checkPage(trx, run, file, { rows, held })
    return { isOver: false, inboxes: [] }
  })
}

/**
 * Compares all rows of a run with the team. Changes nobody. Returns whether the check is over, and
 * the people whose inbox has a new item.
 */
export async function checkRun(
  services: Services,
  run: RunRow,
  stopped: () => boolean,
): Promise<Step> {
  const { db } = services
  const { workspace_id: workspaceId, id } = run
  const team = await db.readSnapshot(workspaceId, async (trx) => ({
    language: await findActiveWorkspaceLanguage(trx, workspaceId),
    attributes: toAttributeColumns(await listAttributes(trx, workspaceId)),
  }))
  if (team.language === undefined) return { isOver: true, inboxes: [] }
  const file = await analyzeColumns(iteratePages(db, workspaceId, id), run, {
    language: team.language,
    attributes: team.attributes,
  })
  while (!stopped()) {
    const step = await checkNextPage(services, run, file)
    if (step.isOver) return step
  }
  return { isOver: false, inboxes: [] }
}
