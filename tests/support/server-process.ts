// A server process for tests: runs the app on TEST_DATABASE_URL at a free port and prints the port.
// Arguments: 'work' to run workers too, settings as JSON, the number of connections.
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { connectDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { onParentExit } from '#server/platform/parent-process.ts'
import { createServices } from '#server/services.ts'
import { startWorkers } from '#server/workers.ts'
import { createProviderGuard } from '#tests/support/provider-guard.ts'

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
const guard = createProviderGuard()
const db = guard.watchTransactions(
  connectDatabase({
    url,
    maxConnections: Number(process.argv[4] ?? 20),
    onStateChange: (state, reason) => log.warn({ reason }, `database ${state}`),
  }),
)
const services = await createServices(
  { ...config, ownerUrl: config.databaseDirectUrl ?? url },
  { db, log },
)
Object.assign(services, guard.watchProviders(services))
const app = await buildApp(services, { check_outputs: true })
if (process.argv[2] === 'work') await startWorkers(services)
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
