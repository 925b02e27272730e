import { type Language, toOneLine } from '#contract/common.ts'
import type { ImportField, ImportPreview, UserImport } from '#contract/imports.ts'
import { limits } from '#contract/limits.ts'
import { readInviteBudget } from '#server/modules/notifications/budget.ts'
import { membersByAddress } from '#server/modules/users/add.ts'
import { findSettings, lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit.ts'
import { csvLine } from '#server/platform/csv.ts'
import type { Database, Trx } from '#server/platform/database.ts'
import { fail } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/sessions.ts'
import { say } from '#server/platform/texts.ts'
import {
  type Columns,
  columnsOf,
  judge,
  type Judged,
  refuseUneditable,
  surveyor,
} from './people.ts'
import { presentImport } from './present.ts'
import {
  dropForgotten,
  endImport,
  findImport,
  firstRows,
  type ImportRow,
  insertRows,
  listImports,
  lockImport,
  rowsAfter,
} from './queries.ts'
import { readPeople } from './read.ts'

const batch_rows = 5_000
const listed_max = 10
const sampled_rows = 20
const forgotten_ms = 7 * 86_400_000

async function shown(
  trx: Trx,
  workspace_id: string,
  rows: ImportRow[],
  at: Date,
): Promise<UserImport[]> {
  const open = rows.filter((row) => row.state === 'uploaded').map((row) => row.id)
  const samples = await firstRows(trx, workspace_id, open, sampled_rows)
  return rows.map((row) => presentImport(row, at, samples.get(row.id)))
}
export async function importOf(
  trx: Trx,
  workspace_id: string,
  id: string,
  at: Date,
): Promise<UserImport> {
  const row = await findImport(trx, workspace_id, id)
  const [one] = row ? await shown(trx, workspace_id, [row], at) : []
  return one ?? fail('not_found')
}
export async function latestImports(
  trx: Trx,
  workspace_id: string,
  at: Date,
): Promise<UserImport[]> {
  return shown(trx, workspace_id, await listImports(trx, workspace_id, listed_max), at)
}

/**
 * Takes up a file of people: read in a process of its own, then stored row by row. Refuses with
 * file_unreadable and out_of_range.
 */
export async function createImport(
  { db, log }: Services,
  actor: Actor,
  file: Buffer | undefined,
  file_name: string,
  at: Date,
): Promise<UserImport> {
  const { workspace_id, user_id } = actor
  if (!file?.length) fail('file_unreadable', { field: 'file' })
  return readPeople({ workspace_id, file, log }, (head, chunks) =>
    db.tenant(workspace_id, async (trx) => {
      const id = newId(at)
      await dropForgotten(trx, workspace_id, new Date(at.getTime() - forgotten_ms))
      await trx
        .insertInto('imports')
        .values({
          workspace_id,
          id,
          state: 'uploaded',
          file_name: toOneLine(file_name) || 'list',
          header: head.header,
          fields: head.fields,
          rows_count: head.rows,
          created_by: user_id,
          created_at: at,
          started_at: null,
          finished_at: null,
        })
        .execute()
      for await (const chunk of chunks) await insertRows(trx, workspace_id, id, chunk)
      return importOf(trx, workspace_id, id, at)
    }),
  )
}

/** Exactly one column holds the address, and no other field stands twice. */
function checkFields(fields: readonly ImportField[]): void {
  const chosen = fields.filter((field) => field !== 'ignore')
  if (chosen.filter((field) => field === 'email').length !== 1)
    fail('required', { field: 'columns' })
  if (new Set(chosen).size !== chosen.length) fail('not_unique', { field: 'columns' })
}

/** Looks through the whole file once: which addresses stand twice, and how days are written. */
export async function survey(
  db: Database,
  row: Pick<ImportRow, 'workspace_id' | 'id' | 'header'>,
  fields: readonly ImportField[],
  language: Language,
): Promise<{ columns: Columns; repeated: Set<number> }> {
  const surveying = surveyor(columnsOf(row.header, fields), language)
  for await (const rows of pages(db, row.workspace_id, row.id, 'all'))
    for (const { line, cells } of rows) surveying.look(line, cells)
  return surveying.done()
}

/**
 * The rows of an import page by page, each in a transaction of its own, so that nothing waits for
 * the reader.
 */
async function* pages(db: Database, workspace_id: string, id: string, of: 'all' | 'refused') {
  for (let line = -1; ;) {
    const rows = await db.tenant(workspace_id, (trx) =>
      rowsAfter(trx, workspace_id, id, line, batch_rows, of),
    )
    if (rows.length) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < batch_rows) return
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
  const { workspace_id } = actor
  const { row, language, budget } = await db.tenant(workspace_id, async (trx) => {
    const state = await lockImport(trx, workspace_id, id)
    const found = await findImport(trx, workspace_id, id)
    if (!found) fail('not_found')
    if (state !== 'uploaded') fail('conflict')
    if (fields.length !== found.fields.length) fail('wrong_format', { field: 'columns' })
    checkFields(fields)
    await trx
      .updateTable('imports')
      .set({ fields })
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', id)
      .execute()
    return {
      row: found,
      language: (await findSettings(trx, workspace_id)).language,
      budget: await readInviteBudget(trx, config, workspace_id, at),
    }
  })
  const { columns, repeated } = await survey(db, row, fields, language)
  const counts = { invite: 0, update: 0, refused: 0 }
  const rows: Record<'refused' | 'others', ImportPreview['rows']> = { refused: [], others: [] }
  let last: Date = at
  /** A new person whose invitation has no day is refused. */
  const refuseUnsendable = (one: Judged, isKnown: boolean): Judged => {
    if (isKnown || !('person' in one)) return one
    const sends_at = budget.take(one.email, 'import')
    if (!sends_at) return { email: one.email, refused: { code: 'invites_full', field: 'email' } }
    if (sends_at > last) last = sends_at
    return one
  }
  for await (const page of pages(db, workspace_id, id, 'all')) {
    const judged = page.map(({ line, cells }) => ({
      line,
      read: judge(columns, cells, repeated.has(line)),
    }))
    const known = await db.tenant(workspace_id, (trx) =>
      membersByAddress(
        trx,
        workspace_id,
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
  const { workspace_id } = actor
  return db.tenant(workspace_id, async (trx) => {
    await lockSettings(trx, workspace_id)
    const state = await lockImport(trx, workspace_id, id)
    const row = await findImport(trx, workspace_id, id)
    if (!row) fail('not_found')
    if (state !== 'uploaded') fail('conflict')
    const running = await trx
      .selectFrom('imports')
      .select('id')
      .where('workspace_id', '=', workspace_id)
      .where('state', '=', 'in_progress')
      .executeTakeFirst()
    if (running) fail('conflict')
    checkFields(row.fields)
    await trx
      .updateTable('imports')
      .set({ state: 'in_progress', started_at: at })
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', id)
      .execute()
    await jobs.send(trx, 'run_import', { workspace_id, import_id: id })
    await audit(trx, actor, 'import.started', { import_id: id, rows: row.rows_count }, at)
    return importOf(trx, workspace_id, id, at)
  })
}

/** Stops an import, begun or not; whoever was invited stays invited. */
export async function cancelImport(
  { db }: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<UserImport> {
  const { workspace_id } = actor
  return db.tenant(workspace_id, async (trx) => {
    const state = await lockImport(trx, workspace_id, id)
    if (!state) fail('not_found')
    if (state !== 'uploaded' && state !== 'in_progress') fail('conflict')
    await endImport(trx, workspace_id, id, { state: 'canceled', at })
    if (state === 'in_progress') await audit(trx, actor, 'import.canceled', { import_id: id }, at)
    return importOf(trx, workspace_id, id, at)
  })
}

/**
 * Why a row was refused, with the column it is about: "Birth date: Wrong format". Judged again,
 * because only the code was kept.
 */
function reasonOf(
  language: Language,
  header: readonly string[],
  columns: Columns,
  cells: readonly string[],
  code: string,
): string {
  const again = (['dmy', 'mdy'] as const).map((order) =>
    judge(
      { ...columns, orders: { birth_date: order, hire_date: order } },
      cells,
      code === 'not_unique',
    ),
  )
  const refused = again
    .map((one) => ('refused' in one ? one.refused : null))
    .find((one) => one?.code === code)
  const name = refused && code !== 'required' ? header[columns.at[refused.field] ?? -1] : ''
  const text = say(language, 'imports', `reason.${code}`, refused?.params ?? {})
  return name ? `${name}: ${text}` : text
}

/**
 * The rows that failed as they stood in the file, with a column that says why; it can be mended and
 * uploaded again.
 */
export async function refusedFile(
  { db }: Services,
  actor: Actor,
  id: string,
  language: Language,
  at: Date,
): Promise<AsyncIterable<string>> {
  const { workspace_id } = actor
  const row = await db.tenant(workspace_id, async (trx) => {
    const found = (await findImport(trx, workspace_id, id)) ?? fail('not_found')
    await audit(trx, actor, 'export.refused', { import_id: id, rows: found.refused_count }, at)
    return found
  })
  const columns = columnsOf(row.header, row.fields)
  return (async function* () {
    // Spreadsheets take a file for UTF-8 by its mark.
    yield `\uFEFF${csvLine([...row.header, say(language, 'imports', 'reason.title')])}`
    for await (const rows of pages(db, workspace_id, id, 'refused')) {
      yield rows
        .map(({ cells, code }) =>
          csvLine([...cells, reasonOf(language, row.header, columns, cells, code ?? 'unknown')]),
        )
        .join('')
    }
  })()
}
