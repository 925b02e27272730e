// The environment of a benchmark: its own database, and the server in its own process.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedDatabase } from '#server/platform/database/embedded/embedded-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'

export const projectRoot = fileURLToPath(new URL('..', import.meta.url))

export type BenchEnvironment = { ownerUrl: string; dataDir: string; stop(): Promise<void> }
/** Creates a fresh database with the current schema. */
export async function openEnvironment(): Promise<BenchEnvironment> {
  const dataDir = mkdtempSync(join(tmpdir(), 'laurel-bench-'))
  chmodSync(dataDir, 0o755)
  const embedded = await startEmbeddedDatabase({ dataDir })
  await migrate(embedded.ownerUrl)
  return {
    ownerUrl: embedded.ownerUrl,
    dataDir,
    stop: async () => {
      await embedded.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts one of our scripts in its own process. Resolves once it prints the port it listens on. */
export async function startScript(
  script: string,
  args: string[],
  options: { env?: Record<string, string>; gc?: boolean } = {},
): Promise<{ url: string; child: ChildProcess; stop(): void }> {
  const child = spawn(
    process.execPath,
    [...(options.gc ? ['--expose-gc'] : []), join(projectRoot, 'bench', script), ...args],
    { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], env: { ...process.env, ...options.env } },
  )
  // A benchmark that fails leaves no server behind.
  process.once('exit', () => child.kill())
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
    child.once('exit', (code) => reject(new Error(`${script} exited with ${code}`)))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    stop: () => {
      child.kill()
    },
  }
}

export const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
