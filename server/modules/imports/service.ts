import { type Language, toOneLine } from '#contract/schemas/common.ts'
import type { ImportField, ImportPreview, UserImport } from '#contract/schemas/imports.ts'
import { limits } from '#contract/limits.ts'
import { loadInviteBudget } from '#server/modules/outbox/mail-budget.ts'
import { findMembersByEmail } from '#server/modules/users/create.ts'
import { findSettings, lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { formatCsvLine } from '#server/platform/csv.ts'
import type { Database, Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import {
  type ColumnMapping,
  mapColumns,
  parseRow,
  type ParsedRow,
  refuseUneditable,
  createColumnAnalyzer,
} from './parse-rows.ts'
import { presentImport } from './present.ts'
import {
  deleteAbandonedImports,
  endImport,
  findImport,
  listSampleRows,
  type ImportRow,
  insertImportRows,
  listImports,
  lockImport,
  listRowsAfter,
} from './queries.ts'
import { readList } from './list-reader.ts'

const batchRows = 5_000
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
  const [one] = row ? await presentImports(trx, workspaceId, [row], at) : []
  return one ?? throwRefusal('not_found')
}
export async function listLatestImports(
  trx: Trx,
  workspaceId: string,
  at: Date,
): Promise<UserImport[]> {
  return presentImports(trx, workspaceId, await listImports(trx, workspaceId, importsListedMax), at)
}

/**
 * Takes up a file of people: read in a process of its own, then stored row by row. Refuses with
 * file_unreadable and out_of_range.
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
  return readList({ workspace_id: workspaceId, file, log }, (head, chunks) =>
    db.tenant(workspaceId, async (trx) => {
      const id = newId(at)
      await deleteAbandonedImports(trx, workspaceId, new Date(at.getTime() - abandonedAfterMs))
      await trx
        .insertInto('imports')
        .values({
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
        .execute()
      for await (const chunk of chunks) await insertImportRows(trx, workspaceId, id, chunk)
      return loadImport(trx, workspaceId, id, at)
    }),
  )
}

/** Exactly one column holds the address, and no other field stands twice. */
function assertValidColumns(fields: readonly ImportField[]): void {
  const chosen = fields.filter((field) => field !== 'ignore')
  if (chosen.filter((field) => field === 'email').length !== 1)
    throwRefusal('required', { field: 'columns' })
  if (new Set(chosen).size !== chosen.length) throwRefusal('not_unique', { field: 'columns' })
}

/** Looks through the whole file once: which addresses stand twice, and how days are written. */
export async function analyzeColumns(
  db: Database,
  row: Pick<ImportRow, 'workspace_id' | 'id' | 'header'>,
  fields: readonly ImportField[],
  language: Language,
): Promise<{ columns: ColumnMapping; repeated: Set<number> }> {
  const surveying = createColumnAnalyzer(mapColumns(row.header, fields), language)
  for await (const rows of iterateRowPages(db, row.workspace_id, row.id, 'all'))
    for (const { line, cells } of rows) surveying.look(line, cells)
  return surveying.done()
}

/**
 * The rows of an import page by page, each in a transaction of its own, so that nothing waits for
 * the reader.
 */
async function* iterateRowPages(
  db: Database,
  workspaceId: string,
  id: string,
  of: 'all' | 'refused',
) {
  for (let line = -1; ;) {
    const rows = await db.tenant(workspaceId, (trx) =>
      listRowsAfter(trx, workspaceId, id, line, batchRows, of),
    )
    if (rows.length) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < batchRows) return
    line = last.line
  }
}

/** What would become of every row with these columns, which are kept. Nothing else changes. */
export async function previewImport(
  { db, config }: Services,
  actor: Actor,
  id: string,
  fields: ImportField[],
  at: Date,
): Promise<ImportPreview> {
  const { workspace_id: workspaceId } = actor
  const { row, language, budget } = await db.tenant(workspaceId, async (trx) => {
    const state = await lockImport(trx, workspaceId, id)
    const found = await findImport(trx, workspaceId, id)
    if (!found) throwRefusal('not_found')
    if (state !== 'uploaded') throwRefusal('conflict')
    if (fields.length !== found.fields.length) throwRefusal('wrong_format', { field: 'columns' })
    assertValidColumns(fields)
    await trx
      .updateTable('imports')
      .set({ fields })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
    return {
      row: found,
      language: (await findSettings(trx, workspaceId)).language,
      budget: await loadInviteBudget(trx, config, workspaceId, at),
    }
  })
  const { columns, repeated } = await analyzeColumns(db, row, fields, language)
  const counts = { invite: 0, update: 0, refused: 0 }
  const rows: Record<'refused' | 'others', ImportPreview['rows']> = { refused: [], others: [] }
  let last: Date = at
  /** A new person whose invitation has no day is refused. */
  const refuseUnsendable = (one: ParsedRow, isKnown: boolean): ParsedRow => {
    if (isKnown || !('person' in one)) return one
    const sendsAt = budget.claimDay(one.email, 'import')
    if (!sendsAt) return { email: one.email, refused: { code: 'invites_full', field: 'email' } }
    if (sendsAt > last) last = sendsAt
    return one
  }
  for await (const page of iterateRowPages(db, workspaceId, id, 'all')) {
    const judged = page.map(({ line, cells }) => ({
      line,
      read: parseRow(columns, cells, repeated.has(line)),
    }))
    const known = await db.tenant(workspaceId, (trx) =>
      findMembersByEmail(
        trx,
        workspaceId,
        judged.map(({ read }) => read.email),
      ),
    )
    for (const { line, read } of judged) {
      const one = refuseUnsendable(
        refuseUneditable(read, actor.permissions, known),
        known.has(read.email),
      )
      const outcome = 'refused' in one ? 'refused' : known.has(one.email) ? 'update' : 'invite'
      counts[outcome] += 1
      const list = outcome === 'refused' ? rows.refused : rows.others
      if (list.length < limits.import_preview_rows)
        list.push({
          line,
          email: one.email,
          outcome,
          code: 'refused' in one ? one.refused.code : null,
        })
    }
  }
  return {
    counts,
    mails_until: last > at ? last.toISOString() : null,
    rows: [...rows.refused, ...rows.others].slice(0, limits.import_preview_rows),
  }
}

/**
 * Begins to send: one import of a team at a time (conflict), with the columns of the last preview.
 */
export async function startImport(
  { db, jobs }: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<UserImport> {
  const { workspace_id: workspaceId } = actor
  return db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    const state = await lockImport(trx, workspaceId, id)
    const row = await findImport(trx, workspaceId, id)
    if (!row) throwRefusal('not_found')
    if (state !== 'uploaded') throwRefusal('conflict')
    const running = await trx
      .selectFrom('imports')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('state', '=', 'in_progress')
      .executeTakeFirst()
    if (running) throwRefusal('conflict')
    assertValidColumns(row.fields)
    await trx
      .updateTable('imports')
      .set({ state: 'in_progress', started_at: at })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
    await jobs.send(trx, 'run_import', { workspace_id: workspaceId, import_id: id })
    await audit(trx, actor, 'import.started', { import_id: id, rows: row.rows_count }, at)
    return loadImport(trx, workspaceId, id, at)
  })
}

/** Stops an import, begun or not; whoever was invited stays invited. */
export async function cancelImport(
  { db }: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<UserImport> {
  const { workspace_id: workspaceId } = actor
  return db.tenant(workspaceId, async (trx) => {
    const state = await lockImport(trx, workspaceId, id)
    if (!state) throwRefusal('not_found')
    if (state !== 'uploaded' && state !== 'in_progress') throwRefusal('conflict')
    await endImport(trx, workspaceId, id, { state: 'canceled', at })
    if (state === 'in_progress') await audit(trx, actor, 'import.canceled', { import_id: id }, at)
    return loadImport(trx, workspaceId, id, at)
  })
}

/**
 * Why a row was refused, with the column it is about: "Birth date: Wrong format". Judged again,
 * because only the code was kept.
 */
function refusalReason(
  language: Language,
  header: readonly string[],
  columns: ColumnMapping,
  cells: readonly string[],
  code: string,
): string {
  const again = (['dmy', 'mdy'] as const).map((order) =>
    parseRow(
      { ...columns, orders: { birth_date: order, hire_date: order } },
      cells,
      code === 'not_unique',
    ),
  )
  const refused = again
    .map((one) => ('refused' in one ? one.refused : null))
    .find((one) => one?.code === code)
  const name = refused && code !== 'required' ? header[columns.at[refused.field] ?? -1] : ''
  const text = translate(language, 'imports', `reason.${code}`, refused?.params ?? {})
  return name ? `${name}: ${text}` : text
}

/**
 * The rows that failed as they stood in the file, with a column that says why; it can be mended and
 * uploaded again.
 */
export async function streamRefusedRowsCsv(
  { db }: Services,
  actor: Actor,
  id: string,
  language: Language,
  at: Date,
): Promise<AsyncIterable<string>> {
  const { workspace_id: workspaceId } = actor
  const row = await db.tenant(workspaceId, async (trx) => {
    const found = (await findImport(trx, workspaceId, id)) ?? throwRefusal('not_found')
    await audit(trx, actor, 'export.refused', { import_id: id, rows: found.refused_count }, at)
    return found
  })
  const columns = mapColumns(row.header, row.fields)
  return (async function* () {
    // Spreadsheets take a file for UTF-8 by its mark.
    yield `\uFEFF${formatCsvLine([...row.header, translate(language, 'imports', 'reason.title')])}`
    for await (const rows of iterateRowPages(db, workspaceId, id, 'refused')) {
      yield rows
        .map(({ cells, code }) =>
          formatCsvLine([
            ...cells,
            refusalReason(language, row.header, columns, cells, code ?? 'unknown'),
          ]),
        )
        .join('')
    }
  })()
}
