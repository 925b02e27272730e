import type {
  CellInput,
  ReviewCounts,
  ReviewedRow,
  ReviewPage,
  ReviewView,
} from '#contract/schemas/imports.ts'
import { limits } from '#contract/limits.ts'
import type { Permissions } from '#contract/permissions.ts'
import { listAttributes } from '#server/modules/attributes/queries.ts'
import { fromStoredBirthDate } from '#server/modules/users/birth-date.ts'
import { type ExistingMember, findMembersByEmail } from '#server/modules/users/invite-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { toAttributeColumns } from '#server/modules/people-files/attribute-columns.ts'
import {
  cellOf,
  type ColumnMapping,
  type FieldProblem,
  type FileReferences,
  hasLeft,
  isActiveMember,
  mapColumns,
  type ParsedRow,
  parseRow,
  readPerson,
  refuseUneditable,
} from '#server/modules/people-files/parse-rows.ts'
import { checkPlaces, placeProblems } from '#server/modules/people-files/place-people.ts'
import { findImport, type ImportRow, lockImport } from './queries.ts'
import { type PlaceField, placeFields } from '#server/modules/people-files/read-place.ts'
import {
  countReviews,
  findLineOfAddress,
  findReferences,
  isBudgetSpent,
  listReviewedLines,
  lockImportLine,
  setLineCells,
  setRowReviews,
} from './review-queries.ts'
import type { ImportLine, RowReview } from './row-queries.ts'

/** Returns what the dry run stores for a row. */
export function toReview(
  line: number,
  row: ParsedRow,
  member: ExistingMember | undefined,
): RowReview {
  if ('refused' in row) return { line, review: 'refused', code: row.refused.code }
  if (hasLeft(row))
    return { line, review: isActiveMember(member) ? 'deactivate' : 'ignore', code: null }
  return { line, review: member ? 'update' : null, code: row.warnings[0]?.code ?? null }
}

const emptyPlace = Object.fromEntries(placeFields.map((field) => [field, ''])) as Record<
  PlaceField,
  string
>
/** Returns a row as the review shows it: everything that can be read, also of a refused row. */
function presentReviewedRow(
  columns: ColumnMapping,
  { line, cells, review, code }: ImportLine & RowReview,
): ReviewedRow {
  const { person, warnings } = readPerson(columns, cells)
  const parsed = parseRow(columns, cells, review === 'refused' && code === 'not_unique')
  const refusal = { code: code ?? 'unknown', field: 'email' as const }
  // Problems that depend on other people are those that the dry run has stored.
  const stored = placeProblems[code ?? '']
  const problems: (Omit<FieldProblem, 'code'> & { code: string })[] =
    review === 'refused' ? [refusal, ...warnings] : [...(stored ? [stored] : []), ...warnings]
  return {
    line,
    email: parsed.email,
    first_name: person.first_name ?? '',
    last_name: person.last_name ?? '',
    job_title: person.job_title ?? '',
    birth_date: person.birth_date ? fromStoredBirthDate(person.birth_date) : null,
    hire_date: person.hire_date ?? null,
    status: person.status ?? '',
    ...emptyPlace,
    ...person.place,
    attributes: Object.entries(person.place?.attributes ?? {}).map(([id, value]) => ({
      attribute_id: id,
      value,
    })),
    outcome: review ?? 'invite',
    problems: problems.map((problem) => ({
      field: problem.field,
      code: problem.code,
      value: cellOf(columns, cells, problem.field),
      chars_max: problem.params?.['finish'] ?? null,
    })),
  }
}

const loadMapping = async (trx: Trx, row: ImportRow): Promise<ColumnMapping> =>
  mapColumns(row, toAttributeColumns(await listAttributes(trx, row.workspace_id)))

const totalOf = (view: ReviewView, counts: ReviewCounts) =>
  ({
    problems: counts.refused,
    warnings: counts.warned,
    invite: counts.invite,
    update: counts.update,
    deactivate: counts.deactivate,
    ignore: counts.ignore,
  })[view]

/** Returns a page of the dry run. Throws not_found, and conflict once the import has started. */
export async function loadReview(
  trx: Trx,
  workspaceId: string,
  id: string,
  { view, page }: { view: ReviewView; page: number },
): Promise<ReviewPage> {
  const row = (await findImport(trx, workspaceId, id)) ?? throwRefusal('not_found')
  if (row.state !== 'uploaded') throwRefusal('conflict')
  const counts = await countReviews(trx, workspaceId, id)
  const lines = await listReviewedLines(trx, workspaceId, id, view, {
    offset: page * limits.import_review_rows,
    limit: limits.import_review_rows,
  })
  const columns = await loadMapping(trx, row)
  return {
    counts,
    total: totalOf(view, counts),
    rows: lines.map((line) => presentReviewedRow(columns, line)),
  }
}

type ReviewContext = {
  trx: Trx
  row: ImportRow
  columns: ColumnMapping
  uploader: { id: string; held: Permissions }
}

/** Returns what the other rows say about the manager and the employee number of a row. */
async function loadFileReferences(
  { trx, row, columns }: ReviewContext,
  line: number,
  parsed: ParsedRow,
): Promise<FileReferences> {
  const { manager = '', employee_number: number = '' } =
    ('person' in parsed && parsed.person.place) || {}
  const found =
    manager || number
      ? await findReferences(trx, row.workspace_id, row.id, {
          line,
          manager,
          number: number.toLowerCase(),
          emailColumn: columns.at.email ?? -1,
          numberColumn: columns.at.employee_number,
        })
      : { names_manager: false, repeats_number: false }
  return {
    people: new Set(found.names_manager ? [manager] : []),
    repeatedNumbers: new Set(found.repeats_number ? [line] : []),
  }
}

/** Stores the outcome of a row again. `repeated`: an earlier row has the same address. */
async function reviewLine(
  context: ReviewContext,
  { line, cells }: ImportLine,
  repeated: boolean,
): Promise<RowReview> {
  const { trx, row, columns, uploader } = context
  const parsed = parseRow(columns, cells, repeated)
  const members = await findMembersByEmail(trx, row.workspace_id, [parsed.email])
  const member = members.get(parsed.email)
  let checked = refuseUneditable(parsed, uploader, members)
  const isInvited = 'person' in checked && !member && !hasLeft(checked)
  if (isInvited && (await isBudgetSpent(trx, row.workspace_id, row.id)))
    checked = { email: parsed.email, refused: { code: 'invites_full', field: 'email' } }
  const references = await loadFileReferences(context, line, checked)
  const [placed = { row: checked }] = await checkPlaces(
    trx,
    row.workspace_id,
    [{ line, row: checked }],
    { members, references },
  )
  const review = toReview(line, placed.row, member)
  await setRowReviews(trx, row.workspace_id, row.id, [review])
  return review
}

/**
 * Reviews the other rows of the old and the new address: without the corrected row, the next row of
 * the old address is its first. Returns whether an earlier row has the new address.
 */
async function reviewSameAddresses(
  context: ReviewContext,
  { line, review, code }: ImportLine & RowReview,
  address: { column: number; old: string; new: string },
): Promise<boolean> {
  if (address.old === address.new) return review === 'refused' && code === 'not_unique'
  const { trx, row } = context
  const find = (text: string) =>
    findLineOfAddress(trx, row.workspace_id, row.id, {
      column: address.column,
      address: text,
      line,
    })
  const former = await find(address.old)
  if (former?.code === 'not_unique') await reviewLine(context, former, false)
  const other = await find(address.new)
  if (!other) return false
  if (other.line > line) await reviewLine(context, other, true)
  return other.line < line
}

/**
 * Corrects a cell of an import that has not started, and returns the row with its new outcome.
 * Throws not_found, conflict and wrong_format for a field without a column.
 */
export async function editImportRow(
  { db }: Services,
  actor: Actor,
  id: string,
  { line, field, value }: CellInput,
): Promise<ReviewedRow> {
  const { workspace_id: workspaceId } = actor
  return db.tenant(workspaceId, async (trx) => {
    const state = await lockImport(trx, workspaceId, id)
    const row = (state && (await findImport(trx, workspaceId, id))) || throwRefusal('not_found')
    if (state !== 'uploaded') throwRefusal('conflict')
    const found = (await lockImportLine(trx, workspaceId, id, line)) ?? throwRefusal('not_found')
    const columns = await loadMapping(trx, row)
    const column = columns.at[field] ?? throwRefusal('wrong_format', { field: 'field' })
    const cells = found.cells.with(column, value)
    await setLineCells(trx, workspaceId, id, { line, cells })
    const context = { trx, row, columns, uploader: { id: actor.user_id, held: actor.permissions } }
    const addressOf = (text: string[]) => cellOf(columns, text, 'email').toLowerCase()
    const repeated = await reviewSameAddresses(context, found, {
      column: columns.at.email ?? -1,
      old: addressOf(found.cells),
      new: addressOf(cells),
    })
    const review = await reviewLine(context, { line, cells }, repeated)
    return presentReviewedRow(columns, { cells, ...review })
  })
}
