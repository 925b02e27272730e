import { type Insertable, type Selectable, sql } from 'kysely'
import type { Language } from '#contract/schemas/common.ts'
import type { DateOrders, ImportField, ImportState } from '#contract/schemas/imports.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type ImportRow = Selectable<Tables['imports']> & {
  failed_mails: number
  mails_until: Date | null
  held_people: number
}

const selectImports = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('imports')
    .selectAll()
    .where('imports.workspace_id', '=', workspaceId)
    .select((eb) =>
      eb
        .selectFrom('outbox')
        .where('outbox.workspace_id', '=', workspaceId)
        .whereRef('outbox.import_id', '=', 'imports.id')
        .where('outbox.state', '=', 'failed')
        .select((count) => count.fn.countAll<number>().as('n'))
        .$asScalar()
        .$castTo<number>()
        .as('failed_mails'),
    )
    .select((eb) =>
      eb
        .selectFrom('outbox')
        .where('outbox.workspace_id', '=', workspaceId)
        .whereRef('outbox.import_id', '=', 'imports.id')
        .where('outbox.state', '=', 'waiting')
        .select((last) => last.fn.max('next_at').as('at'))
        .$asScalar()
        .$castTo<Date | null>()
        .as('mails_until'),
    )
    .select(
      sql<number>`(
        select count(*) from held_invites h
        join users u on u.workspace_id = h.workspace_id and u.id = h.user_id
        where h.workspace_id = ${workspaceId} and h.import_id = imports.id
          and u.state = 'pending' and u.invited_at is null)`.as('held_people'),
    )

export async function findImport(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<ImportRow | undefined> {
  return selectImports(trx, workspaceId).where('imports.id', '=', id).executeTakeFirst()
}

export async function listImports(
  trx: Trx,
  workspaceId: string,
  limit: number,
): Promise<ImportRow[]> {
  return selectImports(trx, workspaceId).orderBy('imports.id', 'desc').limit(limit).execute()
}

/** Locks an import until the end of the transaction and returns its state. */
export async function lockImport(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<ImportState | undefined> {
  return (
    await trx
      .selectFrom('imports')
      .select('state')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
  )?.state
}

/**
 * Ends an import. Erases personal data in the cells of all rows except refused ones and ones with a
 * warning, which can still be downloaded.
 */
export async function endImport(
  trx: Trx,
  workspaceId: string,
  id: string,
  end: { state: ImportState; at: Date; last_error?: string },
): Promise<void> {
  await trx
    .updateTable('imports')
    .set({ state: end.state, finished_at: end.at, last_error: end.last_error ?? '' })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  await sql`
    update import_rows set cells = '{}'
    where workspace_id = ${workspaceId} and import_id = ${id}
      and (outcome is null or code is null)`.execute(trx)
}

/**
 * Deletes uploads that were never started, because they hold personal data without a purpose.
 * Returns their number.
 */
export async function deleteAbandonedImports(
  trx: Trx,
  workspaceId: string,
  before: Date,
): Promise<number> {
  const { numDeletedRows: deleted } = await trx
    .deleteFrom('imports')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'uploaded')
    .where('created_at', '<', before)
    .executeTakeFirst()
  return Number(deleted)
}

export async function insertImport(trx: Trx, upload: Insertable<Tables['imports']>): Promise<void> {
  await trx.insertInto('imports').values(upload).execute()
}

export async function setImportColumns(
  trx: Trx,
  workspaceId: string,
  id: string,
  columns: { fields?: ImportField[]; date_orders: DateOrders },
): Promise<void> {
  await trx
    .updateTable('imports')
    .set({ ...columns, date_orders: JSON.stringify(columns.date_orders) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Returns whether an import of the workspace is running. */
export async function isImportRunning(trx: Trx, workspaceId: string): Promise<boolean> {
  const running = await trx
    .selectFrom('imports')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'in_progress')
    .executeTakeFirst()
  return running !== undefined
}

export async function markImportStarted(
  trx: Trx,
  workspaceId: string,
  id: string,
  start: {
    started_at: Date
    holds_invites: boolean
    invites_at: Date | null
    message: string
    creates_groups: boolean
    deactivates: boolean
  },
): Promise<void> {
  await trx
    .updateTable('imports')
    .set({ state: 'in_progress', ...start })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Returns the language of a workspace; undefined for a deleted one. */
export async function findActiveWorkspaceLanguage(
  trx: Trx,
  workspaceId: string,
): Promise<Language | undefined> {
  const workspace = await trx
    .selectFrom('workspaces')
    .innerJoin('settings', 'settings.workspace_id', 'workspaces.id')
    .select('settings.language')
    .where('workspaces.id', '=', workspaceId)
    .where('workspaces.deleted_at', 'is', null)
    .executeTakeFirst()
  return workspace?.language
}

/**
 * Discards the plans of this connection. Cached plans from a small team scan the whole table for
 * every foreign key; a big import needs new plans as the team grows.
 */
export async function discardPlans(trx: Trx): Promise<void> {
  await sql`discard plans`.execute(trx)
}
