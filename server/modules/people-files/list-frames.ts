import type { RowChunk, HeadFrame } from './list-reader.ts'
import { readTable } from './table.ts'

/** Number of rows that decide the fields of the columns. */
const sampleRowsMax = 201
const chunkRowsMax = 2_000
const chunkCharsMax = 500_000

/**
 * Returns a row as a PostgreSQL text[] literal. Built in the child process, so the server's main
 * thread only forwards it.
 */
export const toArrayLiteral = (cells: readonly string[]) =>
  `{${cells.map((cell) => `"${cell.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`
const encodeFrame = (value: HeadFrame | RowChunk) => Buffer.from(JSON.stringify(value))

/** Reads an uploaded list. Yields its size and first rows, then all rows in chunks. */
export async function* readListFrames(file: Uint8Array): AsyncGenerator<Buffer> {
  const { lines, rows, isCut } = await readTable(file)
  yield encodeFrame({ rows: rows.length, first: rows.slice(0, sampleRowsMax), is_cut: isCut })
  let chunk: RowChunk = { lines: [], cells: [] }
  let chars = 0
  for (const [index, row] of rows.entries()) {
    const cells = toArrayLiteral(row)
    chunk.lines.push(lines[index] ?? 0)
    chunk.cells.push(cells)
    chars += cells.length
    if (chunk.lines.length < chunkRowsMax && chars < chunkCharsMax && index < rows.length - 1)
      continue
    yield encodeFrame(chunk)
    chunk = { lines: [], cells: [] }
    chars = 0
  }
}
