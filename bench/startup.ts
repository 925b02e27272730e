// Time from process start to the first response, for a new and for an existing database, compared
// with an empty Node process.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, projectRoot } from './environment.ts'

const rounds = 5
const dataDir = mkdtempSync(join(tmpdir(), 'laurel-bench-'))
chmodSync(dataDir, 0o755)

const findFreePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Returns the milliseconds until a server with its database responds, then stops it. */
async function measureStartup(): Promise<number> {
  const port = await findFreePort()
  const { DATABASE_URL: _, ...env } = process.env
  const began = performance.now()
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: projectRoot,
    stdio: 'ignore',
    env: { ...env, PORT: String(port), DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'error' },
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  for (;;) {
    const isReady = await fetch(`http://127.0.0.1:${port}/api/auth/options`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) break
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const elapsedMs = performance.now() - began
  child.kill('SIGTERM')
  await exited
  return elapsedMs
}
function measureEmptyProcess(): number {
  const began = performance.now()
  spawnSync(process.execPath, ['-e', '0'])
  return performance.now() - began
}

const firstStartMs = await measureStartup()
const laterStartsMs: number[] = []
const emptyProcessMs: number[] = []
for (let n = 0; n < rounds; n += 1) {
  laterStartsMs.push(await measureStartup())
  emptyProcessMs.push(measureEmptyProcess())
}
const emptyProcessMedianMs = median(emptyProcessMs)
const printRow = (label: string, ms: number) =>
  console.log(
    `  ${label.padEnd(52)} ${ms.toFixed(0).padStart(6)} ms   ${(ms / emptyProcessMedianMs).toFixed(0).padStart(3)} times`,
  )
console.log('Start until the first response, compared with an empty Node process')
printRow('empty Node process', emptyProcessMedianMs)
printRow(
  `server and existing database, both stopped before (p50 of ${rounds})`,
  median(laterStartsMs),
)
printRow('first start: creates the database and its schema', firstStartMs)
rmSync(dataDir, { recursive: true, force: true })
