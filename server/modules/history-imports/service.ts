import type { HistoryField } from '#contract/history-imports.ts'
import { limits } from '#contract/limits.ts'
import { toOneLine } from '#contract/schemas/common.ts'
import type {
  HistoryCheck,
  HistoryImport,
  HistoryMapping,
  HistoryPeople,
  HistoryPeopleQuery,
  HistoryUpload,
} from '#contract/schemas/history-imports.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { guessHistoryColumns } from './guess-columns.ts'
import { presentHistoryImport } from './present.ts'
import {
  countUnknownPeople,
  deleteHistoryImport,
  findHistoryImport,
  type HistoryImportRow,
  type HistoryPersonRow,
  insertHistoryImport,
  isHistoryRunning,
  listHistoryImports,
  listHistoryPeople,
  listHistoryTags,
  lockHistoryImport,
  sumBalances,
  updateHistoryImport,
} from './queries.ts'
import { readHistoryFile } from './read-history-file.ts'
import { insertHistoryRows, listHistoryLines } from './row-queries.ts'

const sampledRows = 20

/** Returns an import with samples of its columns, as long as it has not started. */
export async function loadHistoryImport(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<HistoryImport> {
  const row = (await findHistoryImport(trx, workspaceId, id)) ?? throwRefusal('not_found')
  const samples = row.started_at
    ? []
    : await listHistoryLines(trx, workspaceId, id, { line: -1, limit: sampledRows, refused: false })
  const sums = await sumBalances(trx, workspaceId, [id])
  return presentHistoryImport(
    row,
    samples.map(({ cells }) => cells),
    sums.get(id),
  )
}

export async function listLatestHistoryImports(
  trx: Trx,
  workspaceId: string,
): Promise<HistoryImport[]> {
  const rows = await listHistoryImports(trx, workspaceId, limits.history_imports_shown)
  const sums = await sumBalances(
    trx,
    workspaceId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => presentHistoryImport(row, [], sums.get(row.id)))
}

const presentPerson = ({ user_id: _id, former: _former, ...person }: HistoryPersonRow) => person

/** Returns an import with the people and the hashtags of its check. */
export async function loadHistoryCheck(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<HistoryCheck> {
  const presented = await loadHistoryImport(trx, workspaceId, id)
  const people = await listHistoryPeople(trx, workspaceId, id, {
    unknown: false,
    offset: 0,
    limit: limits.history_people_shown,
  })
  const tags = await listHistoryTags(trx, workspaceId, id, limits.history_tags_max)
  return {
    import: presented,
    people: people.map(presentPerson),
    tags: tags.map(({ created: _created, ...tag }) => tag),
  }
}

/** Returns a page of the people of an import who are no members. */
export async function loadUnknownPeople(
  trx: Trx,
  workspaceId: string,
  id: string,
  { page, search }: HistoryPeopleQuery,
): Promise<HistoryPeople> {
  if (!(await findHistoryImport(trx, workspaceId, id))) throwRefusal('not_found')
  const people = await listHistoryPeople(trx, workspaceId, id, {
    unknown: true,
    search,
    offset: page * limits.history_page_rows,
    limit: limits.history_page_rows,
  })
  return {
    total: await countUnknownPeople(trx, workspaceId, id, search),
    people: people.map((row) => ({ former_user_id: row.user_id, ...presentPerson(row) })),
  }
}

/**
 * Stores an uploaded file row by row. A child process reads it. Throws file_unreadable,
 * file_too_large and out_of_range.
 */
export async function createHistoryImport(
  { db, log }: Services,
  actor: Actor,
  {
    file,
    fileName,
    input,
    at,
  }: {
    file: Buffer | undefined
    fileName: string
    input: HistoryUpload
    at: Date
  },
): Promise<HistoryImport> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  if (!file?.length) throwRefusal('file_unreadable', { field: 'file' })
  return readHistoryFile({ workspaceId, file, log }, ({ header, rows, samples }, chunks) =>
    db.tenant(workspaceId, async (trx) => {
      const id = newId(at)
      await insertHistoryImport(trx, {
        workspace_id: workspaceId,
        id,
        product: input.product,
        state: 'uploaded',
        file_name: toOneLine(fileName) || 'posts',
        header,
        fields: guessHistoryColumns(input.product, header, samples),
        rows_count: rows,
        created_by: userId,
        created_at: at,
      })
      for await (const chunk of chunks) await insertHistoryRows(trx, workspaceId, id, chunk)
      return loadHistoryImport(trx, workspaceId, id)
    }),
  )
}

/**
 * Throws not_unique for a repeated field, and an error for each field that every file needs: the
 * date, the giver and the receivers.
 */
function assertHistoryColumns(fields: readonly string[]): void {
  const chosen = fields.filter((field) => field !== 'ignore')
  if (new Set(chosen).size !== chosen.length) throwRefusal('not_unique', { field: 'columns' })
  const hasAny = (...names: HistoryField[]) => names.some((name) => chosen.includes(name))
  if (!hasAny('date')) throwRefusal('history_date_required', { field: 'columns' })
  if (!hasAny('giver', 'giver_email')) throwRefusal('history_giver_required', { field: 'columns' })
  if (!hasAny('receivers', 'receiver_emails'))
    throwRefusal('history_receivers_required', { field: 'columns' })
}

const statesBeforeStart = ['uploaded', 'checked', 'failed']

/** Returns a locked import that has not started. Throws not_found and conflict. */
export async function lockUnstarted(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<HistoryImportRow> {
  const row = (await lockHistoryImport(trx, workspaceId, id)) ?? throwRefusal('not_found')
  if (row.started_at || !statesBeforeStart.includes(row.state)) throwRefusal('conflict')
  return row
}

/** Stores the fields of the columns. An earlier check no longer counts. */
export async function setHistoryMapping(
  { db }: Services,
  actor: Actor,
  id: string,
  { columns, date_order: dateOrder }: HistoryMapping,
): Promise<HistoryImport> {
  const { workspace_id: workspaceId } = actor
  return db.tenant(workspaceId, async (trx) => {
    const row = await lockUnstarted(trx, workspaceId, id)
    if (columns.length !== row.header.length) throwRefusal('wrong_format', { field: 'columns' })
    assertHistoryColumns(columns)
    await updateHistoryImport(trx, workspaceId, id, {
      fields: columns,
      date_order: dateOrder,
      state: 'uploaded',
      totals: null,
    })
    return loadHistoryImport(trx, workspaceId, id)
  })
}

/** Starts the check of all rows. Throws conflict while another import of the team runs. */
export async function checkHistoryImport(
  { db, jobs }: Services,
  actor: Actor,
  id: string,
): Promise<HistoryImport> {
  const { workspace_id: workspaceId } = actor
  return db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    const row = await lockUnstarted(trx, workspaceId, id)
    if (await isHistoryRunning(trx, workspaceId)) throwRefusal('conflict')
    assertHistoryColumns(row.fields)
    await updateHistoryImport(trx, workspaceId, id, {
      state: 'checking',
      done_count: 0,
      refused_count: 0,
      totals: null,
      last_error: '',
    })
    await jobs.send(trx, 'run_history_import', { workspace_id: workspaceId, import_id: id })
    return loadHistoryImport(trx, workspaceId, id)
  })
}

/** Deletes an upload that has not started. */
export async function removeHistoryImport(
  { db }: Services,
  actor: Actor,
  id: string,
): Promise<void> {
  await db.tenant(actor.workspace_id, async (trx) => {
    await lockUnstarted(trx, actor.workspace_id, id)
    await deleteHistoryImport(trx, actor.workspace_id, id)
  })
}
