import { Refusal } from '#server/platform/errors.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { readListFrames } from '#server/modules/people-files/list-frames.ts'
import {
  type RowChunk,
  type ListHead,
  readListStream,
  readList,
} from '#server/modules/people-files/list-reader.ts'

type ListContent = { header: string[]; fields: string[]; lines: number[]; cells: string[] }
async function collectRows(head: ListHead, chunks: AsyncIterable<RowChunk>): Promise<ListContent> {
  const all: ListContent = { header: head.header, fields: head.fields, lines: [], cells: [] }
  for await (const chunk of chunks) {
    all.lines.push(...chunk.lines)
    all.cells.push(...chunk.cells)
  }
  return all
}

/** Reads a harmless file like the child process, but in this process. */
export async function readInProcess(file: Buffer | string): Promise<ListContent> {
  const frames = readListFrames(Buffer.from(file))
  return readListStream(async () => (await frames.next()).value as Buffer, new Map(), collectRows)
}
export const readInSandbox = (file: Buffer | string) =>
  readList(
    {
      workspace_id: 'test',
      file: Buffer.from(file),
      attributes: new Map(),
      log: createLog('silent'),
    },
    collectRows,
  )
export const outcomeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.list[0] : error),
  )
