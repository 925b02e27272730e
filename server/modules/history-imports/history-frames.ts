import { limits } from '#contract/limits.ts'
import { throwUnreadable } from '#server/modules/people-files/throw-unreadable.ts'
import { toArrayLiteral } from '#server/modules/people-files/list-frames.ts'
import { scanTable } from '#server/modules/people-files/table.ts'
import type { HistoryChunk, HistoryHead } from './read-history-file.ts'

/** Number of rows that decide the fields of the columns. */
const sampleRows = 100
const chunkRowsMax = 2_000
const chunkCharsMax = 1_000_000
const textCharsMax = 400_000_000

/**
 * Reads the posts of another product. Yields the header with the first rows, then all rows in
 * chunks. Chunks are encoded as they are read, because a million rows as arrays need much memory.
 */
export async function* readHistoryFrames(file: Uint8Array): AsyncGenerator<Buffer> {
  let header: string[] | undefined
  const samples: string[][] = []
  const frames: Buffer[] = []
  let chunk: HistoryChunk = { lines: [], cells: [] }
  let [rows, chars] = [0, 0]
  const endChunk = () => {
    if (chunk.lines.length > 0) frames.push(Buffer.from(JSON.stringify(chunk)))
    chunk = { lines: [], cells: [] }
    chars = 0
  }
  await scanTable(
    file,
    {
      rowsMax: limits.history_rows_max,
      columnsMax: limits.history_columns_max,
      cellCharsMax: limits.history_cell_chars_max,
      textCharsMax,
    },
    (line, row) => {
      if (!header) {
        header = row
        return
      }
      rows += 1
      if (samples.length < sampleRows) samples.push(row)
      const cells = toArrayLiteral(row)
      chunk.lines.push(line)
      chunk.cells.push(cells)
      chars += cells.length
      if (chunk.lines.length >= chunkRowsMax || chars >= chunkCharsMax) endChunk()
    },
  )
  endChunk()
  const head: HistoryHead = { header: header ?? throwUnreadable(), rows, samples }
  yield Buffer.from(JSON.stringify(head))
  yield* frames
}
