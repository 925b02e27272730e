import type { ColumnChecks, DateOrder, DateOrders, ImportField } from '#contract/schemas/imports.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { listAttributes } from '#server/modules/attributes/queries.ts'
import { findSettings } from '#server/modules/workspaces/queries.ts'
import {
  type AttributeColumns,
  isAttributeField,
  readAttributeValue,
  toAttributeColumns,
} from '#server/modules/people-files/attribute-columns.ts'
import { findTextProblem, isEmailAddress } from '#server/modules/people-files/cell-checks.ts'
import { iterateRowPages } from './column-mapping.ts'
import { parseCountry } from '#server/modules/people-files/parse-country.ts'
import {
  type DateField,
  dateParsers,
  isDateField,
} from '#server/modules/people-files/parse-date.ts'
import { createDateOrderVote } from '#server/modules/people-files/parse-rows.ts'
import { parseStatus } from '#server/modules/people-files/parse-status.ts'
import { findImport } from './queries.ts'
import { parseTimezone } from '#server/modules/people-files/read-place.ts'

const unreadableMax = 3

type ColumnCheck = ColumnChecks[number]
type ColumnChecker = { addCell: (cell: string) => void; finish: () => ColumnCheck }

/** Creates a counter of the cells that pass `isReadable`. */
function createCounter(isReadable: (cell: string) => boolean, order: DateOrder | null) {
  const check: ColumnCheck = { filled: 0, readable: 0, date_order: order, unreadable: [] }
  return {
    addCell(cell: string): void {
      if (!cell) return
      check.filled += 1
      if (isReadable(cell)) check.readable += 1
      else if (check.unreadable.length < unreadableMax) check.unreadable.push(cell)
    },
    finish: () => check,
  }
}

/** Creates a checker that reads dates in both orders, as the file decides only at its end. */
function createDateChecker(
  parseDate: (typeof dateParsers)[DateField],
  language: string,
  chosen: DateOrder | undefined,
): ColumnChecker {
  const readAs = (order: DateOrder) => (cell: string) => parseDate(cell, order) !== undefined
  const counters = {
    dmy: createCounter(readAs('dmy'), 'dmy'),
    mdy: createCounter(readAs('mdy'), 'mdy'),
  }
  const vote = createDateOrderVote(language)
  let dependsOnOrder = false
  return {
    addCell(cell) {
      vote.addCell(cell)
      counters.dmy.addCell(cell)
      counters.mdy.addCell(cell)
      dependsOnOrder ||= parseDate(cell, 'dmy') !== parseDate(cell, 'mdy')
    },
    finish() {
      const check = counters[chosen ?? vote.winner()].finish()
      return dependsOnOrder ? check : { ...check, date_order: null }
    },
  }
}

type CheckContext = { language: string; orders: DateOrders; attributes: AttributeColumns }
function createChecker(
  field: ImportField,
  { language, orders, attributes }: CheckContext,
): ColumnChecker {
  if (isDateField(field)) return createDateChecker(dateParsers[field], language, orders[field])
  if (field === 'email') return createCounter(isEmailAddress, null)
  if (field === 'ignore') return createCounter(() => true, null)
  if (field === 'country') return createCounter((cell) => parseCountry(cell) !== undefined, null)
  if (field === 'status') return createCounter((cell) => parseStatus(cell) !== undefined, null)
  if (field === 'timezone') return createCounter((cell) => parseTimezone(cell) !== undefined, null)
  if (isAttributeField(field)) {
    const attribute = attributes.get(field)
    return createCounter(
      (cell) => attribute !== undefined && 'value' in readAttributeValue(attribute, cell),
      null,
    )
  }
  const textField = field === 'full_name' ? 'first_name' : field
  return createCounter((cell) => findTextProblem(textField, cell) === undefined, null)
}

/** Returns for each column how many of its cells the field can hold. Stores nothing. */
export async function checkColumns(
  { db }: Services,
  actor: Actor,
  id: string,
  chosen: { columns?: ImportField[] | undefined; orders: DateOrders },
): Promise<ColumnChecks> {
  const { workspace_id: workspaceId } = actor
  const { row, language, attributes } = await db.readSnapshot(workspaceId, async (trx) => ({
    row: (await findImport(trx, workspaceId, id)) ?? throwRefusal('not_found'),
    language: (await findSettings(trx, workspaceId)).language,
    attributes: toAttributeColumns(await listAttributes(trx, workspaceId)),
  }))
  if (row.state !== 'uploaded') throwRefusal('conflict')
  const fields = chosen.columns ?? row.fields
  if (fields.length !== row.fields.length) throwRefusal('wrong_format', { field: 'columns' })
  const context = { language, orders: chosen.orders, attributes }
  const checkers = fields.map((field) => createChecker(field, context))
  for await (const page of iterateRowPages(db, workspaceId, id, 'all'))
    for (const { cells } of page)
      for (const [column, checker] of checkers.entries()) checker.addCell(cells[column] ?? '')
  return checkers.map((checker) => checker.finish())
}
