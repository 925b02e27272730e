import { z } from 'zod'
import type { ImportField } from '#contract/imports.ts'
import { limits } from '#contract/limits.ts'
import { fail } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'
import { createSandbox, type NextFrame, parseFrame } from '#server/platform/sandbox/sandbox.ts'
import { describeTable } from './guess.ts'

const cells = z.array(z.string()).max(limits.import_columns_max)
const head_frame = z.object({
  rows: z
    .int()
    .min(0)
    .max(limits.import_rows_max + 1),
  first: z.array(cells),
})
const chunk_frame = z
  .object({ lines: z.array(z.int().min(0).max(2_147_483_647)).min(1), cells: z.array(z.string()) })
  .refine(({ lines, cells: rows }) => lines.length === rows.length)
export type HeadFrame = z.infer<typeof head_frame>
/** Rows on their way into the database; each of `cells` is a text[] as PostgreSQL writes it. */
export type Chunk = z.infer<typeof chunk_frame>
/**
 * Names of the columns (empty without a header row), what each is taken for, and the number of rows
 * below.
 */
export type Head = { header: string[]; fields: ImportField[]; rows: number }

/**
 * Two lists at a time, one of each workspace: 100,000 people with 6 columns take 3 s of processor
 * time and 450 MB.
 */
const lists = createSandbox({
  name: 'list',
  entry: new URL('./reader.ts', import.meta.url),
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

type ListWork<T> = (head: Head, chunks: AsyncIterable<Chunk>) => Promise<T>
export type ListFile = { workspace_id: string; file: Buffer; log: Log }
/**
 * Reads an uploaded list in a process of its own and passes its rows on in chunks. Throws
 * file_unreadable, file_too_large or out_of_range before the first chunk, too_many when the
 * workspace has too many lists waiting.
 */
export async function readPeople<T>(
  { workspace_id, file, log }: ListFile,
  work: ListWork<T>,
): Promise<T> {
  return lists.run({ workspace_id, file, params: null, log }, (next) => passOn(next, work))
}

/** Passes a list on as it comes out of its process. */
export async function passOn<T>(next: NextFrame, work: ListWork<T>): Promise<T> {
  const found = parseFrame(head_frame, await next())
  const { hasHeader, header, fields } = describeTable(found.first)
  const rows = found.rows - (hasHeader ? 1 : 0)
  if (rows < 1) fail('file_unreadable', { field: 'file' })
  if (rows > limits.import_rows_max)
    fail('out_of_range', { field: 'file', params: { start: 1, finish: limits.import_rows_max } })
  return work({ header, fields, rows }, chunksOf(next, found.rows, hasHeader))
}

async function* chunksOf(next: NextFrame, rows: number, hasHeader: boolean): AsyncGenerator<Chunk> {
  let skip = hasHeader ? 1 : 0
  for (let left = rows; left > 0;) {
    const { lines, cells: rowsOf } = parseFrame(chunk_frame, await next())
    left -= lines.length
    if (left < 0) fail('file_unreadable', { field: 'file' })
    if (lines.length > skip) yield { lines: lines.slice(skip), cells: rowsOf.slice(skip) }
    skip = 0
  }
}
