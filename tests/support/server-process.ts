// A server process for tests: runs the app on TEST_DATABASE_URL at a free port and prints the port.
// Arguments: 'work' to run workers too, settings as JSON, the number of connections.
import { createBilling } from '#server/modules/billing/create-billing.ts'
import { createGoogleVerifier } from '#server/adapters/google/google.ts'
import { createGiftCardProvider } from '#server/adapters/giftcards/create-gift-cards.ts'
import { createDiskStorage } from '#server/adapters/storage/disk.ts'
import { createLocalMailer } from '#server/adapters/mail/local.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { systemClock } from '#server/platform/clock.ts'
import { connectDatabase } from '#server/platform/database/database.ts'
import { startEventBus } from '#server/platform/realtime/event-bus.ts'
import { startJobs } from '#server/platform/background/jobs.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { createSafeHttpClient } from '#server/platform/net/safe-http-client.ts'
import { onParentExit } from '#server/platform/parent-process.ts'
import type { Services } from '#server/platform/services.ts'
import { startWorkers } from '#server/workers.ts'

const { TEST_DATABASE_URL: url = '', TEST_DATA_DIR: dataDir = '' } = process.env
onParentExit(() => process.exit(1))
const config = readConfig({
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  OUTSIDE_LOOPBACK: 'on',
  SECRET: 'a-secret-for-tests-only-0123456789',
  DATA_DIR: dataDir,
  ...(JSON.parse(process.argv[3] ?? '{}') as Record<string, string>),
})
const log = createLog(config.logLevel)
const db = connectDatabase({
  url,
  maxConnections: Number(process.argv[4] ?? 20),
  onStateChange: (state, reason) => log.warn({ reason }, `database ${state}`),
})
const directUrl = config.databaseDirectUrl ?? url
const jobs = await startJobs(directUrl, log)
const services: Services = {
  config,
  db,
  clock: systemClock,
  log,
  jobs,
  events: startEventBus(directUrl, db, log),
  mailer: createLocalMailer(db, systemClock),
  google: config.google ? createGoogleVerifier(config.google, log) : null,
  ...createBilling(config, db, jobs),
  giftCards: createGiftCardProvider(config, db, systemClock),
  safeHttpClient: createSafeHttpClient({ loopback: config.allowLoopbackTargets }),
  storage: createDiskStorage(dataDir),
}
const app = await buildApp(services, { check_outputs: true })
if (process.argv[2] === 'work') await startWorkers(services)
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
