import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import { afterAll, inject } from 'vitest'
import { folderOfFile } from './temporary-folders.ts'

/** A process with the workers of celebrations and custom days (celebration-process.ts). */
export type Runner = { child: ChildProcess; lines: Interface }

/** Returns a function that starts a runner on a database. All end with the test file. */
export function setupRunners(): (ownerUrl: string) => Promise<Runner> {
  const children = new Set<ChildProcess>()
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
  })
  return async (ownerUrl) => {
    const child = spawn(process.execPath, [inject('programs').celebrations], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        ...process.env,
        TEST_DATABASE_URL: ownerUrl,
        TEST_DATA_DIR: folderOfFile('laurel-chaos-'),
      },
    })
    children.add(child)
    if (!child.stdout) throw new Error('no output')
    const lines = createInterface({ input: child.stdout })
    await once(lines, 'line')
    return { child, lines }
  }
}

/** Runs the workers of a process at a time. Resolves when the run or the process has ended. */
export async function runAt({ child, lines }: Runner, at: number): Promise<void> {
  const ended = new AbortController()
  const { signal } = ended
  child.stdin?.write(`${new Date(at).toISOString()}\n`)
  await Promise.race([once(lines, 'line', { signal }), once(child, 'exit', { signal })])
  ended.abort()
}
