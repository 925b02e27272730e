// The server under test, as main.ts builds it, without its banner: prints its port.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localMailer } from '#server/adapters/mail/local.ts'
import { localCards } from '#server/adapters/cards/local.ts'
import { diskStorage } from '#server/adapters/storage/disk.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { systemClock } from '#server/platform/clock.ts'
import { connect } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import { startEvents } from '#server/platform/events.ts'
import { startJobs } from '#server/platform/jobs.ts'
import { openOutside } from '#server/platform/outside.ts'

const url = process.argv[2] ?? ''
const dataDir = join(tmpdir(), 'laurel-bench-server')
const log = createLog('info')
const db = connect({ url })
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
  events: startEvents(url, db, log),
  mailer: localMailer(db, systemClock),
  google: null,
  cards: localCards('http://localhost', db),
  billing: null,
  giftcards: null,
  outside: openOutside({ loopback: false }),
  storage: diskStorage(join(dataDir, 'files')),
})
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
// What is kept, after collecting garbage (started with --expose-gc).
process.on('message', () => {
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  process.send?.({ heap: heapUsed, rss })
})
