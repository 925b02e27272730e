import { Worker } from 'node:worker_threads'
import type { ImportField } from '#contract/imports.ts'
import { fail, Refusal } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/log.ts'

export type Head = { header: string[]; fields: ImportField[]; rows: number }
/** Rows on their way into the database; each of `cells` is a text[] as PostgreSQL writes it. */
export type Chunk = { lines: number[]; cells: string[] }

const memory_mb = 640
const time_ms = 25_000
const at_once = 2
const reading = new Set<Promise<unknown>>()

/** One question and one answer after another; a thread that died (memory, time, a broken file) answers file_unreadable. */
function converse(worker: Worker, log: Log) {
  let waiting: { resolve(message: unknown): void; reject(error: unknown): void } | undefined
  let said: unknown
  let dead = false
  const end = () => {
    dead = true
    waiting?.reject(new Refusal([{ code: 'file_unreadable', field: 'file' }]))
  }
  worker.on('message', (message) => {
    said = message
    waiting?.resolve(message)
  })
  worker.on('error', (error) => {
    log.warn({ reason: String((error as { code?: string }).code ?? (error as Error).name) }, 'list not read')
    end()
  })
  worker.on('exit', end)
  return {
    async hear(): Promise<unknown> {
      if (said === undefined && dead) fail('file_unreadable', { field: 'file' })
      const message = said ?? await new Promise((resolve, reject) => { waiting = { resolve, reject } })
      said = undefined
      waiting = undefined
      return message
    },
  }
}

async function withReader<T>(file: Buffer, log: Log, work: (head: Head, chunks: AsyncIterable<Chunk>) => Promise<T>): Promise<T> {
  const bytes = new Uint8Array(file)
  const worker = new Worker(new URL('./reader.ts', import.meta.url), {
    workerData: bytes, transferList: [bytes.buffer], execArgv: [], resourceLimits: { maxOldGenerationSizeMb: memory_mb, maxYoungGenerationSizeMb: 64 }, stdout: true, stderr: true,
  })
  const conversation = converse(worker, log)
  const timer = setTimeout(() => void worker.terminate(), time_ms)
  try {
    const head = await conversation.hear() as Head | Refusal['list']
    clearTimeout(timer)
    if (Array.isArray(head)) throw new Refusal(head)
    const chunks = async function* () {
      for (let left = head.rows; left > 0;) {
        worker.postMessage('next')
        const chunk = await conversation.hear() as Chunk
        left -= chunk.lines.length
        yield chunk
      }
    }
    return await work(head, chunks())
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

/**
 * Reads an uploaded list in a thread of its own, with bounds for memory and time, and hands over its rows in parts.
 * Refuses with file_unreadable or out_of_range before the first part. Two files at a time; others wait.
 */
export async function readPeople<T>(file: Buffer, log: Log, work: (head: Head, chunks: AsyncIterable<Chunk>) => Promise<T>): Promise<T> {
  while (reading.size >= at_once) await Promise.race(reading)
  const run = withReader(file, log, work)
  const done = run.then(() => {}, () => {}).finally(() => reading.delete(done))
  reading.add(done)
  return run
}
