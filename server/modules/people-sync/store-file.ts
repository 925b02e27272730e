import type { ImportField } from '#contract/schemas/imports.ts'
import type { MappedColumn } from '#contract/schemas/people-sync.ts'
import { listAttributes } from '#server/modules/attributes/queries.ts'
import { publishInboxChanged } from '#server/modules/inbox-items/events.ts'
import {
  isAttributeField,
  toAttributeColumns,
} from '#server/modules/people-files/attribute-columns.ts'
import { type ListHead, readList } from '#server/modules/people-files/list-reader.ts'
import { sha256Hex } from '#server/platform/crypto/sha256.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { insertFileRows } from './row-queries.ts'
import { findSyncSettings, lockRun, updateRun } from './run-queries.ts'
import { stopRun } from './stop-run.ts'

/** Returns headers as they are compared: in any case. */
export const foldHeader = (header: string): string => header.trim().toLowerCase()

/**
 * Returns the fields of the columns by the kept mapping, or the guessed ones without a mapping.
 * Returns undefined when a kept column is missing, or no column holds the addresses.
 */
function mapHeader(
  { header, fields: guessed }: ListHead,
  kept: MappedColumn[],
  isKnown: (field: ImportField) => boolean,
): ImportField[] | undefined {
  let fields = guessed
  if (kept.length) {
    const byHeader = new Map(kept.map((column) => [foldHeader(column.header), column.field]))
    const headers = header.map(foldHeader)
    const isComplete = [...byHeader].every(
      ([name, field]) => field === 'ignore' || headers.includes(name),
    )
    if (!isComplete) return undefined
    fields = headers.map((name, index) =>
      // The first of two columns with one name counts.
      headers.indexOf(name) === index ? (byHeader.get(name) ?? 'ignore') : 'ignore',
    )
  }
  // A deleted attribute is no reason to stop.
  const known = fields.map((field) => (isKnown(field) ? field : 'ignore'))
  return known.includes('email') ? known : undefined
}

/**
 * Reads a file in a child process and passes it to `prepare`, which creates or locks its run and
 * returns the id of the run, or undefined to leave the file. The rows are stored in the same
 * transaction, and so is the failure of a file that cannot be used: a run without its rows would
 * look like a team that everybody left. Returns the run. Throws file_unreadable, file_too_large,
 * out_of_range and too_many.
 */
export async function storeFile(
  { db, events, log }: Pick<Services, 'db' | 'events' | 'log'>,
  {
    workspaceId,
    file,
    fileName,
    at,
  }: { workspaceId: string; file: Buffer; fileName: string; at: Date },
  prepare: (trx: Trx) => Promise<string | undefined>,
): Promise<string | undefined> {
  const attributes = toAttributeColumns(
    await db.readSnapshot(workspaceId, (trx) => listAttributes(trx, workspaceId)),
  )
  const { runId, inboxes } = await readList(
    { workspace_id: workspaceId, file, attributes, log },
    (head, chunks) =>
      db.tenant(workspaceId, async (trx) => {
        const runId = await prepare(trx)
        if (runId === undefined) return { runId, inboxes: [] }
        const settings = await findSyncSettings(trx, workspaceId)
        const isKnown = (field: ImportField) => !isAttributeField(field) || attributes.has(field)
        const fields = mapHeader(head, settings?.columns ?? [], isKnown)
        await updateRun(trx, workspaceId, runId, {
          file_name: fileName,
          file_hash: sha256Hex(file),
          header: head.header,
          fields: fields ?? head.fields,
          date_orders: JSON.stringify(settings?.date_orders ?? {}),
          rows_count: head.rows,
          read_at: at,
        })
        if (fields && !head.isCut) {
          for await (const chunk of chunks) await insertFileRows(trx, workspaceId, runId, chunk)
          return { runId, inboxes: [] }
        }
        const run = await lockRun(trx, workspaceId, runId)
        const code = head.isCut ? 'people_file_cut' : 'people_file_columns'
        return {
          runId,
          inboxes: run ? await stopRun(trx, run, { state: 'failed', code, at }) : [],
        }
      }),
  )
  publishInboxChanged({ events }, workspaceId, inboxes)
  return runId
}
