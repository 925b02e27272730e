// The thread that reads an uploaded file: whatever the file does, it does it here, within this thread's memory and time.
import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '#server/platform/errors.ts'
import type { Chunk, Head } from './read.ts'
import { readTable } from './table.ts'

const chunk_rows = 2_000
/** A row as PostgreSQL writes a text[]; built here, so that the server's own thread only passes it on. */
const literal = (cells: readonly string[]) => `{${cells.map((cell) => `"${cell.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`

const port = parentPort
if (!port) throw new Error('reader.ts runs in a thread')
try {
  const { header, fields, lines, rows } = await readTable(workerData as Uint8Array)
  let sent = 0
  port.on('message', () => {
    const part = rows.slice(sent, sent + chunk_rows)
    port.postMessage({ lines: lines.slice(sent, sent + chunk_rows), cells: part.map(literal) } satisfies Chunk)
    sent += part.length
  })
  port.postMessage({ header, fields, rows: rows.length } satisfies Head)
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  port.postMessage(error.list)
}
