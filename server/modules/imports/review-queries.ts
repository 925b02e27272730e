import { sql } from 'kysely'
import type { ReviewCounts, ReviewView } from '#contract/schemas/imports.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { ImportLine, RowReview } from './row-queries.ts'

/** Stores the outcomes of rows that are not processed yet. */
export async function setRowReviews(
  trx: Trx,
  workspaceId: string,
  importId: string,
  reviews: RowReview[],
): Promise<void> {
  if (!reviews.length) return
  await sql`
    update import_rows r set review = new.review, code = new.code
    from unnest(
      ${reviews.map((row) => row.line)}::int[], ${reviews.map((row) => row.review)}::text[],
      ${reviews.map((row) => row.code)}::text[]
    ) as new (line, review, code)
    where r.workspace_id = ${workspaceId} and r.import_id = ${importId} and r.line = new.line
      and r.outcome is null`.execute(trx)
}

/** Returns the number of rows of each outcome of the dry run. */
export async function countReviews(
  trx: Trx,
  workspaceId: string,
  importId: string,
): Promise<ReviewCounts> {
  const { rows } = await sql<ReviewCounts>`
    select (count(*) filter (where review is null))::int as invite,
      (count(*) filter (where review = 'update'))::int as update,
      (count(*) filter (where review = 'refused'))::int as refused,
      (count(*) filter (where review = 'deactivate'))::int as deactivate,
      (count(*) filter (where review = 'ignore'))::int as ignore,
      (count(*) filter (where review is distinct from 'refused' and code is not null))::int
        as warned
    from import_rows
    where workspace_id = ${workspaceId} and import_id = ${importId}`.execute(trx)
  return rows[0] ?? { invite: 0, update: 0, refused: 0, deactivate: 0, ignore: 0, warned: 0 }
}

/** Returns a page of the rows of a view, in the order of the file. */
export async function listReviewedLines(
  trx: Trx,
  workspaceId: string,
  importId: string,
  view: ReviewView,
  { offset, limit }: { offset: number; limit: number },
): Promise<(ImportLine & RowReview)[]> {
  const filters = {
    problems: sql`review = 'refused' and code is not null`,
    warnings: sql`review is distinct from 'refused' and code is not null`,
    invite: sql`review is null`,
    update: sql`review = 'update'`,
    deactivate: sql`review = 'deactivate'`,
    ignore: sql`review = 'ignore'`,
  }
  const { rows } = await sql<ImportLine & RowReview>`
    select line, cells, review, code from import_rows
    where workspace_id = ${workspaceId} and import_id = ${importId} and ${filters[view]}
    order by line
    limit ${limit} offset ${offset}`.execute(trx)
  return rows
}

/** Locks a row until the end of the transaction and returns its cells. */
export async function lockImportLine(
  trx: Trx,
  workspaceId: string,
  importId: string,
  line: number,
): Promise<(ImportLine & RowReview) | undefined> {
  return trx
    .selectFrom('import_rows')
    .select(['line', 'cells', 'review', 'code'])
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .where('line', '=', line)
    .forUpdate()
    .executeTakeFirst()
}

export async function setLineCells(
  trx: Trx,
  workspaceId: string,
  importId: string,
  { line, cells }: ImportLine,
): Promise<void> {
  await trx
    .updateTable('import_rows')
    .set({ cells })
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .where('line', '=', line)
    .execute()
}

/** Returns the first row, other than `line`, whose cell `column` (from 0) is the address. */
export async function findLineOfAddress(
  trx: Trx,
  workspaceId: string,
  importId: string,
  { column, address, line }: { column: number; address: string; line: number },
): Promise<(ImportLine & RowReview) | undefined> {
  if (!address) return undefined
  const { rows } = await sql<ImportLine & RowReview>`
    select line, cells, review, code from import_rows
    where workspace_id = ${workspaceId} and import_id = ${importId} and line <> ${line}
      and lower(trim(cells[${column + 1}::int])) = ${address}
    order by line
    limit 1`.execute(trx)
  return rows[0]
}

/**
 * Returns whether a row of the import names a manager by address or employee number, and whether a
 * row before `line` has an employee number, both in lower case. Columns count from 0.
 */
export async function findReferences(
  trx: Trx,
  workspaceId: string,
  importId: string,
  row: {
    line: number
    manager: string
    number: string
    emailColumn: number
    numberColumn: number | undefined
  },
): Promise<{ names_manager: boolean; repeats_number: boolean }> {
  const cellOf = (column = -1) => sql`nullif(lower(trim(cells[${column + 1}::int])), '')`
  const { rows } = await sql<{ names_manager: boolean; repeats_number: boolean }>`
    select coalesce(bool_or(${row.manager} in (${cellOf(row.emailColumn)},
        ${cellOf(row.numberColumn)})), false) as names_manager,
      coalesce(bool_or(line < ${row.line} and ${cellOf(row.numberColumn)} = ${row.number}), false)
        as repeats_number
    from import_rows
    where workspace_id = ${workspaceId} and import_id = ${importId}`.execute(trx)
  return rows[0] ?? { names_manager: false, repeats_number: false }
}

/** Returns whether the invitation budget refuses rows of the import. */
export async function isBudgetSpent(
  trx: Trx,
  workspaceId: string,
  importId: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('import_rows')
    .select('line')
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .where('code', '=', 'invites_full')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
