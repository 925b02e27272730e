import { z } from 'zod'
import type { ImportField } from '#contract/schemas/imports.ts'
import { limits } from '#contract/limits.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { createSandbox, type NextFrame, parseFrame } from '#server/platform/sandbox/sandbox.ts'
import type { AttributeColumns } from './attribute-columns.ts'
import { describeTable } from './guess-columns.ts'

const cellsSchema = z.array(z.string()).max(limits.import_columns_max)
const headFrameSchema = z.object({
  rows: z
    .int()
    .min(0)
    .max(limits.import_rows_max + 1),
  first: z.array(cellsSchema),
  is_cut: z.boolean(),
})
const chunkFrameSchema = z
  .object({ lines: z.array(z.int().min(0).max(2_147_483_647)).min(1), cells: z.array(z.string()) })
  .refine(({ lines, cells: rows }) => lines.length === rows.length)
export type HeadFrame = z.infer<typeof headFrameSchema>

/** Rows to insert. Each item of `cells` is a PostgreSQL text[] literal. */
export type RowChunk = z.infer<typeof chunkFrameSchema>

/**
 * Column names (empty without a header row), the guessed fields, the number of data rows, and
 * whether the end of the file is missing.
 */
export type ListHead = { header: string[]; fields: ImportField[]; rows: number; isCut: boolean }

/**
 * Reads two lists at a time, one per workspace. 100,000 people with 6 columns take 3 s of CPU time
 * and 450 MB.
 */
const listSandbox = createSandbox({
  name: 'list',
  entry: new URL('./list-worker.ts', import.meta.url),
  heap_mb: 640,
  memory_mb: 1_280,
  timeout_ms: 25_000,
  frameBytesMax: 32 * 1_048_576,
  maxConcurrent: 2,
  maxConcurrentPerKey: 1,
  maxWaiting: 30,
  maxWaitingPerKey: 2,
  waitMs: 60_000,
})

type ListHandler<T> = (head: ListHead, chunks: AsyncIterable<RowChunk>) => Promise<T>
export type ListFile = {
  workspace_id: string
  file: Buffer
  attributes: AttributeColumns
  log: Log
}

/**
 * Reads an uploaded list in a child process and passes its rows on in chunks. Throws
 * file_unreadable, file_too_large or out_of_range before the first chunk. Throws too_many if the
 * workspace has too many lists queued.
 */
export async function readList<T>(
  { workspace_id: workspaceId, file, attributes, log }: ListFile,
  work: ListHandler<T>,
): Promise<T> {
  return listSandbox.run({ workspace_id: workspaceId, file, params: null, log }, (next) =>
    readListStream(next, attributes, work),
  )
}

/** Parses the frames of a child process and passes the rows on in chunks. */
export async function readListStream<T>(
  next: NextFrame,
  attributes: AttributeColumns,
  work: ListHandler<T>,
): Promise<T> {
  const head = parseFrame(headFrameSchema, await next())
  const { hasHeader, header, fields } = describeTable(head.first, attributes)
  const rows = head.rows - (hasHeader ? 1 : 0)
  if (rows < 1) throwRefusal('file_unreadable', { field: 'file' })
  if (rows > limits.import_rows_max)
    throwRefusal('out_of_range', {
      field: 'file',
      params: { start: 1, finish: limits.import_rows_max },
    })
  return work({ header, fields, rows, isCut: head.is_cut }, readChunks(next, head.rows, hasHeader))
}

/** A row of a table with its line number, counted as in a spreadsheet. */
export type TableRow = { line: number; cells: string[] }

/** Returns the cells of a PostgreSQL text[] literal (list-frames.ts). */
const parseCells = (literal: string): string[] =>
  [...literal.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, cell = '']) =>
    cell.replaceAll(/\\(.)/gs, '$1'),
  )

/**
 * Reads all rows of a small uploaded table, with its header, in a child process. Throws
 * file_unreadable, file_too_large, or out_of_range for more than `rowsMax` rows.
 */
export async function readSmallTable(
  { workspace_id: workspaceId, file, log }: Omit<ListFile, 'attributes'>,
  rowsMax: number,
): Promise<TableRow[]> {
  return listSandbox.run({ workspace_id: workspaceId, file, params: null, log }, async (next) => {
    const { rows: count } = parseFrame(headFrameSchema, await next())
    if (count > rowsMax)
      throwRefusal('out_of_range', { field: 'file', params: { start: 1, finish: rowsMax } })
    const rows: TableRow[] = []
    for await (const { lines, cells } of readChunks(next, count, false))
      rows.push(...lines.map((line, index) => ({ line, cells: parseCells(cells[index] ?? '') })))
    return rows
  })
}

async function* readChunks(
  next: NextFrame,
  rows: number,
  hasHeader: boolean,
): AsyncGenerator<RowChunk> {
  let skip = hasHeader ? 1 : 0
  for (let left = rows; left > 0;) {
    const { lines, cells } = parseFrame(chunkFrameSchema, await next())
    left -= lines.length
    if (left < 0) throwRefusal('file_unreadable', { field: 'file' })
    if (lines.length > skip) yield { lines: lines.slice(skip), cells: cells.slice(skip) }
    skip = 0
  }
}
