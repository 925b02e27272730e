// The child's side of the sandbox: reads a file from standard input, passes it to the work, writes
// frames to standard output.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { Refusal } from '#server/platform/errors.ts'
import { encodeFrame, type Frame } from './frames.ts'
import type { ChildLimits } from './sandbox.ts'

export type SandboxWork<P> = (file: Uint8Array, params: P) => AsyncIterable<Uint8Array>

async function write(kind: Frame['kind'], payload: Uint8Array): Promise<void> {
  if (!process.stdout.write(encodeFrame(kind, payload))) await once(process.stdout, 'drain')
}

/**
 * Runs the work of a sandboxed process, then exits. The watchdog thread enforces the limits even
 * while this thread is busy or the parent has ended. After the first frame only the parent limits
 * the time, as the child waits for its reader.
 */
export async function serveSandbox<P>(work: SandboxWork<P>): Promise<void> {
  // The parent ends this process; a terminal sends its signals to the whole process group.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => {})
  const { limits, params } = JSON.parse(process.argv[2] ?? '{}') as {
    limits: ChildLimits
    params: P
  }
  const watchdog = new Worker(new URL('./watchdog.ts', import.meta.url), {
    workerData: limits,
    execArgv: [],
  })
  watchdog.unref()
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk)
  try {
    for await (const payload of work(Buffer.concat(chunks), params)) {
      watchdog.postMessage('writing')
      await write('data', payload)
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await write('refusal', Buffer.from(JSON.stringify(error.list)))
  }
  process.stdout.end(() => process.exit(0))
}
