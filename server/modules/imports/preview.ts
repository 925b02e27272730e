import { isDeepStrictEqual } from 'node:util'
import { limits } from '#contract/limits.ts'
import type { Language } from '#contract/schemas/common.ts'
import type { ColumnsInput, DateOrders, ImportPreview } from '#contract/schemas/imports.ts'
import { listAttributes } from '#server/modules/attributes/queries.ts'
import { type InviteBudget, loadInviteBudget } from '#server/modules/outbox/mail-budget.ts'
import { findSettings } from '#server/modules/workspaces/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import {
  type AttributeColumns,
  isAttributeField,
  toAttributeColumns,
} from '#server/modules/people-files/attribute-columns.ts'
import { analyzeColumns, assertValidColumns } from '#server/modules/people-files/analyze-columns.ts'
import { iterateRowPages } from './column-mapping.ts'
import { checkRows } from './check-rows.ts'
import { hasLeft, type ParsedRow } from '#server/modules/people-files/parse-rows.ts'
import { listNewGroups } from '#server/modules/people-files/place-people.ts'
import { findImport, type ImportRow, lockImport, setImportColumns } from './queries.ts'
import { toReview } from './review.ts'
import { countReviews, setRowReviews } from './review-queries.ts'

/** Stores the columns. Throws not_found, conflict, wrong_format, required and not_unique. */
async function saveColumns(
  trx: Trx,
  workspaceId: string,
  id: string,
  { columns: fields, date_orders: orders }: ColumnsInput,
): Promise<{ row: ImportRow; language: Language; attributes: AttributeColumns }> {
  const state = await lockImport(trx, workspaceId, id)
  const row = await findImport(trx, workspaceId, id)
  if (!row) throwRefusal('not_found')
  if (state !== 'uploaded') throwRefusal('conflict')
  if (fields.length !== row.fields.length) throwRefusal('wrong_format', { field: 'columns' })
  assertValidColumns(fields)
  const attributes = toAttributeColumns(await listAttributes(trx, workspaceId))
  if (fields.some((field) => isAttributeField(field) && !attributes.has(field)))
    throwRefusal('wrong_format', { field: 'columns' })
  await setImportColumns(trx, workspaceId, id, { fields, date_orders: orders })
  return {
    row: { ...row, fields, date_orders: orders },
    language: (await findSettings(trx, workspaceId)).language,
    attributes,
  }
}

/**
 * Locks an import whose rows are being reviewed. Throws conflict if it has started or ended since, or
 * if a later preview has other columns: the reviews and orders of dates are its own.
 */
async function lockPreviewed(
  trx: Trx,
  { workspace_id: workspaceId, id, fields, date_orders: orders }: ImportRow,
  foundOrders: DateOrders,
): Promise<void> {
  const state = await lockImport(trx, workspaceId, id)
  const current = await findImport(trx, workspaceId, id)
  // The same preview, sent twice, may have ended.
  const hasSameOrders = [orders, foundOrders].some((one) =>
    isDeepStrictEqual(one, current?.date_orders),
  )
  if (state !== 'uploaded' || !hasSameOrders || !isDeepStrictEqual(fields, current?.fields))
    throwRefusal('conflict')
}

/** Refuses new people if no day has invite budget left, and finds the time of the last mail. */
function createBudgetCheck(budget: InviteBudget, at: Date) {
  let lastMailAt = at
  return {
    refuseUnsendable(parsed: ParsedRow, isMember: boolean): ParsedRow {
      if (isMember || !('person' in parsed) || hasLeft(parsed)) return parsed
      const { email } = parsed
      const sendsAt = budget.claimDay(email, 'import')
      if (!sendsAt) return { email, refused: { code: 'invites_full', field: 'email' } }
      if (sendsAt > lastMailAt) lastMailAt = sendsAt
      return parsed
    },
    mailsUntil: () => (lastMailAt > at ? lastMailAt.toISOString() : null),
  }
}

/**
 * Stores the columns and the outcome of every row with them, and returns the counts. Nobody is
 * changed or invited. Throws conflict when another preview or the start of the import overtakes it.
 */
export async function previewImport(
  { db, config }: Services,
  actor: Actor,
  id: string,
  input: ColumnsInput,
  at: Date,
): Promise<ImportPreview> {
  const { workspace_id: workspaceId } = actor
  const { row, language, attributes, budget } = await db.tenant(workspaceId, async (trx) => ({
    ...(await saveColumns(trx, workspaceId, id, input)),
    budget: await loadInviteBudget(trx, config, workspaceId, at),
  }))
  const analyzed = await analyzeColumns(iterateRowPages(db, workspaceId, id, 'all'), row, {
    language,
    attributes,
  })
  const check = createBudgetCheck(budget, at)
  const uploader = { workspaceId, id: actor.user_id, held: actor.permissions }
  const newGroups = new Map<string, string>()
  for await (const page of iterateRowPages(db, workspaceId, id, 'all')) {
    await db.tenant(workspaceId, async (trx) => {
      await lockPreviewed(trx, row, analyzed.columns.orders)
      const { checkedRows, members } = await checkRows(trx, uploader, analyzed, page)
      const missing = await listNewGroups(
        trx,
        workspaceId,
        checkedRows.map(({ row: parsed }) => parsed),
      )
      for (const [key, name] of missing) if (!newGroups.has(key)) newGroups.set(key, name)
      const reviews = checkedRows.map(({ stored, row: editable }) => {
        const member = members.get(editable.email)
        const sendable = check.refuseUnsendable(editable, member !== undefined)
        return { stored, new: toReview(stored.line, sendable, member) }
      })
      // Most rows are plain invitations and keep what is stored.
      const changed = reviews.filter(
        ({ stored, new: review }) => stored.review !== review.review || stored.code !== review.code,
      )
      await setRowReviews(
        trx,
        workspaceId,
        id,
        changed.map(({ new: review }) => review),
      )
    })
  }
  return db.tenant(workspaceId, async (trx) => {
    await lockPreviewed(trx, row, analyzed.columns.orders)
    await setImportColumns(trx, workspaceId, id, { date_orders: analyzed.columns.orders })
    return {
      counts: await countReviews(trx, workspaceId, id),
      mails_until: check.mailsUntil(),
      new_groups: {
        names: [...newGroups.values()].slice(0, limits.import_new_groups_shown),
        total: newGroups.size,
      },
    }
  })
}
