import type { Chunk, HeadFrame } from './read.ts'
import { readTable } from './table.ts'

/** So many rows decide what the columns of a list are. */
const first_rows = 201
const chunk_rows_max = 2_000
const chunk_chars_max = 500_000
/**
 * A row as PostgreSQL writes a text[]; built here, so that the server's own thread only passes it
 * on.
 */
const literal = (cells: readonly string[]) =>
  `{${cells.map((cell) => `"${cell.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`
const encode = (value: HeadFrame | Chunk) => Buffer.from(JSON.stringify(value))

/** Reads an uploaded list: first its size and its first rows, then all rows in chunks. */
export async function* readListFrames(file: Uint8Array): AsyncGenerator<Buffer> {
  const { lines, rows } = await readTable(file)
  yield encode({ rows: rows.length, first: rows.slice(0, first_rows) })
  let chunk: Chunk = { lines: [], cells: [] }
  let chars = 0
  for (const [index, row] of rows.entries()) {
    const cells = literal(row)
    chunk.lines.push(lines[index] ?? 0)
    chunk.cells.push(cells)
    chars += cells.length
    if (chunk.lines.length < chunk_rows_max && chars < chunk_chars_max && index < rows.length - 1)
      continue
    yield encode(chunk)
    chunk = { lines: [], cells: [] }
    chars = 0
  }
}
