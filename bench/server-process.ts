// The server under test, built like main.ts without its banner. Prints its port.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalMailer } from '#server/adapters/mail/local.ts'
import { createLocalCardProvider } from '#server/adapters/cards/local.ts'
import { createDiskStorage } from '#server/adapters/storage/disk.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { systemClock } from '#server/platform/clock.ts'
import { connectDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { startEventBus } from '#server/platform/realtime/event-bus.ts'
import { startJobs } from '#server/platform/background/jobs.ts'
import { createSafeHttpClient } from '#server/platform/net/safe-http-client.ts'

const url = process.argv[2] ?? ''
const dataDir = join(tmpdir(), 'laurel-bench-server')
const log = createLog('info')
const db = connectDatabase({ url })
const app = await buildApp({
  config: readConfig({
    DATA_DIR: dataDir,
    SECRET: 'a-secret-for-benchmarks-0123456789',
    RATE_LIMITS: process.env['RATE_LIMITS'] ?? 'off',
  }),
  db,
  clock: systemClock,
  log,
  jobs: await startJobs(url, log),
  events: startEventBus(url, db, log),
  mailer: createLocalMailer(db, systemClock),
  google: null,
  cards: createLocalCardProvider('http://localhost', db),
  billing: null,
  giftCards: null,
  safeHttpClient: createSafeHttpClient({ loopback: false }),
  storage: createDiskStorage(join(dataDir, 'files')),
})
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
// Reports the memory left after a garbage collection (needs --expose-gc).
process.on('message', () => {
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  process.send?.({ heap: heapUsed, rss })
})
