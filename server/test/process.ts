// A server process for tests: the app on the database of TEST_DATABASE_URL, on a free port, which
// it prints. With 'work' it works on jobs too; settings come as JSON; then how many connections.
import { openBilling } from '#server/adapters/billing/open.ts'
import { googleVerifier } from '#server/adapters/google/google.ts'
import { openGiftCards } from '#server/adapters/giftcards/open.ts'
import { diskStorage } from '#server/adapters/storage/disk.ts'
import { localMailer } from '#server/adapters/mail/local.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { systemClock } from '#server/platform/clock.ts'
import { connect } from '#server/platform/database.ts'
import { startEvents } from '#server/platform/events.ts'
import { startJobs } from '#server/platform/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { openOutside } from '#server/platform/outside.ts'
import { onParentEnded } from '#server/platform/parent.ts'
import type { Services } from '#server/platform/services.ts'
import { startWorkers } from '#server/modules/workers.ts'

const { TEST_DATABASE_URL: url = '', TEST_DATA_DIR: dataDir = '' } = process.env
onParentEnded(() => process.exit(1))
const config = readConfig({
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  OUTSIDE_LOOPBACK: 'on',
  SECRET: 'a-secret-for-tests-only-0123456789',
  DATA_DIR: dataDir,
  ...(JSON.parse(process.argv[3] ?? '{}') as Record<string, string>),
})
const log = createLog(config.logLevel)
const db = connect({
  url,
  connections_max: Number(process.argv[4] ?? 20),
  watch: (state, reason) => log.warn({ reason }, `database ${state}`),
})
const direct = config.databaseDirectUrl ?? url
const jobs = await startJobs(direct, log)
const services: Services = {
  config,
  db,
  clock: systemClock,
  log,
  jobs,
  events: startEvents(direct, db, log),
  mailer: localMailer(db, systemClock),
  google: config.google ? googleVerifier(config.google, log) : null,
  ...openBilling(config, db, jobs),
  giftcards: openGiftCards(config, db, systemClock),
  outside: openOutside({ loopback: config.outsideLoopback }),
  storage: diskStorage(dataDir),
}
const app = await buildApp(services, { check_outputs: true })
if (process.argv[2] === 'work') await startWorkers(services)
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
