// No pool of worker threads, because a thread shares memory, files and network with the server. A
// child process has limits for resident memory and time, and Node's permission flags.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import { isErrorCode } from '#contract/errors.ts'
import { throwRefusal, Refusal } from '#server/platform/errors.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { createFairQueue, type FairQueueLimits } from './fair-queue.ts'
import { decodeFrames, type Frame } from './frames.ts'

/** Limits of the whole process: resident memory, and the time until its first result. */
export type ChildLimits = { memory_mb: number; timeout_ms: number }
export type SandboxOptions = ChildLimits &
  FairQueueLimits & {
    /** The name in logs and metrics. */
    name: string
    /** A module that calls serveSandbox (child.ts). */
    entry: URL
    heap_mb: number
    /** Whether the module needs native code. */
    addons?: boolean
    frameBytesMax: number
  }
type SandboxJob = { workspace_id: string; file: Buffer; params: unknown; log: Log }
/**
 * Resolves with the next piece of the result. Throws file_unreadable when the process failed or has
 * no more.
 */
export type NextFrame = () => Promise<Buffer>
export type Sandbox = {
  name: string
  /**
   * Processes one untrusted file in a process of its own, which has ended when this resolves or
   * throws.
   */
  run<T>(job: SandboxJob, consume: (next: NextFrame) => Promise<T>): Promise<T>
  load: () => { running: number; waiting: number }
  /** Unreadable files since the start of the server, by reason. */
  failures: ReadonlyMap<FailureReason, number>
}
type FailureReason = 'refused' | 'crashed' | 'time' | 'protocol'

const root = new URL('../../../', import.meta.url)
/** A child may read code only: no data, no secrets. */
const readablePaths = ['package.json', 'server', 'contract', 'node_modules']
  .map((name) => fileURLToPath(new URL(name, root)))
  .filter((path) => existsSync(path))
  .flatMap((path) => [...new Set([path, realpathSync(path)])])
const permissionFlags = (addons: boolean) =>
  process.allowedNodeEnvironmentFlags.has('--permission')
    ? [
        '--permission',
        '--allow-worker',
        ...(addons ? ['--allow-addons'] : []),
        ...readablePaths.map((path) => `--allow-fs-read=${path}`),
      ]
    : []

/** All sandboxes of this process, for metrics. */
export const sandboxes: Sandbox[] = []
const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/**
 * Starts a child that inherits nothing: no environment, no working directory, no handles beyond two
 * pipes.
 */
function startChild(
  {
    entry,
    heap_mb: heapMb,
    addons = false,
    memory_mb: memoryMb,
    timeout_ms: timeoutMs,
  }: SandboxOptions,
  params: unknown,
): ChildProcess {
  const child = spawn(
    process.execPath,
    [
      '--no-warnings',
      `--max-old-space-size=${heapMb}`,
      ...permissionFlags(addons),
      fileURLToPath(entry),
      JSON.stringify({ limits: { memory_mb: memoryMb, timeout_ms: timeoutMs }, params }),
    ],
    {
      cwd: '/',
      env: process.platform === 'win32' ? { SystemRoot: process.env['SystemRoot'] } : {},
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    },
  )
  children.add(child)
  return child
}

/**
 * Returns the refusal that the child wrote. Untrusted: undefined unless every code is in the
 * contract.
 */
function refusalFrom(payload: Buffer): Refusal | undefined {
  try {
    const list = JSON.parse(payload.toString()) as Refusal['list']
    return list.length > 0 && list.every((one) => isErrorCode(one.code))
      ? new Refusal(list)
      : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns a frame of JSON in the expected shape. A hostile file may control its process, so
 * anything else throws file_unreadable.
 */
export function parseFrame<T>(schema: z.ZodType<T>, frame: Buffer): T {
  try {
    return schema.parse(JSON.parse(frame.toString()))
  } catch {
    return throwRefusal('file_unreadable', { field: 'file' })
  }
}

/** Makes the kernel end this process first when memory runs out (Linux only). */
function preferAsOomVictim({ pid }: ChildProcess): void {
  if (process.platform === 'linux' && pid !== undefined)
    void writeFile(`/proc/${pid}/oom_score_adj`, '1000').catch(() => {})
}

/** Counts and logs a failure, then throws the refusal (default: file_unreadable). */
type RefuseFile = (job: SandboxJob, reason: FailureReason, refusal?: Refusal) => never

/**
 * Returns a function that waits for the next frame and kills the child when its time is used up.
 * Only time in which the server waits for the child counts toward the limit.
 */
function createFrameReader(
  child: ChildProcess,
  frames: AsyncGenerator<Frame>,
  timeoutMs: number,
  refuse: (reason: FailureReason, refusal?: Refusal) => never,
): NextFrame {
  let timedOut = false
  let leftMs = timeoutMs
  async function waitForFrame(): Promise<Frame | undefined> {
    const from = performance.now()
    const timer = setTimeout(
      () => {
        timedOut = true
        child.kill('SIGKILL')
      },
      Math.max(leftMs, 0),
    )
    try {
      return (await frames.next()).value as Frame | undefined
    } catch {
      return refuse(timedOut ? 'time' : 'protocol')
    } finally {
      clearTimeout(timer)
      leftMs -= performance.now() - from
    }
  }
  return async () => {
    const frame = await waitForFrame()
    if (frame?.kind === 'data') return frame.payload
    return frame
      ? refuse('refused', refusalFrom(frame.payload))
      : refuse(timedOut ? 'time' : 'crashed')
  }
}

async function runChild<T>(
  options: SandboxOptions,
  job: SandboxJob,
  consume: (next: NextFrame) => Promise<T>,
  refuseFile: RefuseFile,
): Promise<T> {
  const child = startChild(options, job.params)
  const { stdin, stdout } = child
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  const started = new Promise<boolean>((resolve) => {
    child.once('spawn', () => resolve(true))
    child.on('error', () => resolve(false))
  })
  try {
    // Too little memory for another process is not the file's fault.
    if (!(await started) || !stdin || !stdout) throwRefusal('unavailable', { retry_after_s: 5 })
    preferAsOomVictim(child)
    const frames = decodeFrames(stdout, options.frameBytesMax)
    // A child that ends early does not read the whole file.
    stdin.on('error', () => {})
    stdin.end(job.file)
    return await consume(
      createFrameReader(child, frames, options.timeout_ms, (reason, refusal) =>
        refuseFile(job, reason, refusal),
      ),
    )
  } finally {
    child.kill('SIGKILL')
    stdin?.destroy()
    stdout?.destroy()
    if (child.pid !== undefined) await exited
    children.delete(child)
  }
}

export function createSandbox(options: SandboxOptions): Sandbox {
  const queue = createFairQueue(options)
  const failures = new Map<FailureReason, number>()

  function refuseFile(
    { workspace_id: workspaceId, log }: SandboxJob,
    reason: FailureReason,
    refusal?: Refusal,
  ): never {
    failures.set(reason, (failures.get(reason) ?? 0) + 1)
    log.warn({ workspace: workspaceId, kind: options.name, reason }, 'file not read')
    throw refusal ?? new Refusal([{ code: 'file_unreadable', field: 'file' }])
  }

  const sandbox: Sandbox = {
    name: options.name,
    load: queue.load,
    failures,
    async run(job, consume) {
      const release = await queue.acquire(job.workspace_id)
      try {
        return await runChild(options, job, consume, refuseFile)
      } finally {
        release()
      }
    },
  }
  sandboxes.push(sandbox)
  return sandbox
}
