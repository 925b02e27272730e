// Cold start: from nothing at all, and with what is there already, until the first answer; beside a
// process that does nothing.
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

/** Milliseconds until a server process (and its database) answers; it is stopped again. */
async function measureStartup(): Promise<number> {
  const port = await findFreePort()
  const { DATABASE_URL: _, ...env } = process.env
  const began = performance.now()
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: projectRoot,
    stdio: 'ignore',
    env: { ...env, PORT: String(port), DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'error' },
  })
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  for (;;) {
    const good = await fetch(`http://127.0.0.1:${port}/api/auth/options`).then(
      (response) => response.ok,
      () => false,
    )
    if (good) break
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const took = performance.now() - began
  child.kill('SIGTERM')
  await gone
  return took
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
const printRow = (what: string, ms: number) =>
  console.log(
    `  ${what.padEnd(52)} ${ms.toFixed(0).padStart(6)} ms   ${(ms / emptyProcessMedianMs).toFixed(0).padStart(3)} times`,
  )
console.log('Start, until the first answer; beside a Node process that does nothing')
printRow('nothing', emptyProcessMedianMs)
printRow(`server and its database, both stopped before (p50 of ${rounds})`, median(laterStartsMs))
printRow('the very first time: database made, schema laid', firstStartMs)
rmSync(dataDir, { recursive: true, force: true })
