import { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { createSandbox, type NextFrame, parseFrame } from '#server/platform/sandbox/sandbox.ts'

const headSchema = z.object({
  header: z.array(z.string()).min(1).max(limits.history_columns_max),
  rows: z.int().min(0).max(limits.history_rows_max),
  samples: z.array(z.array(z.string())).max(100),
})
const chunkSchema = z
  .object({ lines: z.array(z.int().min(0).max(2_147_483_647)).min(1), cells: z.array(z.string()) })
  .refine(({ lines, cells }) => lines.length === cells.length)
export type HistoryHead = z.infer<typeof headSchema>
/** Rows to insert. Each item of `cells` is a PostgreSQL text[] literal. */
export type HistoryChunk = z.infer<typeof chunkSchema>

const historySandbox = createSandbox({
  name: 'history',
  entry: new URL('./history-worker.ts', import.meta.url),
  heap_mb: 640,
  memory_mb: 1_280,
  timeout_ms: 90_000,
  frameBytesMax: 32 * 1_048_576,
  maxConcurrent: 1,
  maxConcurrentPerKey: 1,
  maxWaiting: 10,
  maxWaitingPerKey: 2,
  waitMs: 60_000,
})

async function* readChunks(next: NextFrame, rows: number): AsyncGenerator<HistoryChunk> {
  for (let left = rows; left > 0;) {
    const chunk = parseFrame(chunkSchema, await next())
    left -= chunk.lines.length
    if (left < 0) throwRefusal('file_unreadable', { field: 'file' })
    yield chunk
  }
}

/**
 * Reads an uploaded file in a child process and passes its rows on in chunks. Throws
 * file_unreadable, file_too_large or out_of_range before the first chunk, and too_many if the
 * workspace has too many files queued.
 */
export async function readHistoryFile<T>(
  { workspaceId, file, log }: { workspaceId: string; file: Buffer; log: Log },
  work: (head: HistoryHead, chunks: AsyncIterable<HistoryChunk>) => Promise<T>,
): Promise<T> {
  return historySandbox.run(
    { workspace_id: workspaceId, file, params: null, log },
    async (next) => {
      const head = parseFrame(headSchema, await next())
      if (head.rows < 1) throwRefusal('file_unreadable', { field: 'file' })
      return work(head, readChunks(next, head.rows))
    },
  )
}
