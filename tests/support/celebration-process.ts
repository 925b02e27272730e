// A process for tests that runs the workers of celebrations and custom days on TEST_DATABASE_URL. Each
// line of its input is the time of a run; it answers with a line when the run has ended.
import { createInterface } from 'node:readline'
import { readConfig } from '#server/config.ts'
import { runCelebrations } from '#server/modules/celebrations/worker.ts'
import { runCustomDays } from '#server/modules/custom-days/worker.ts'
import { movableClock } from '#server/platform/clock.ts'
import { connectDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { onParentExit } from '#server/platform/parent-process.ts'
import { createServices } from '#server/services.ts'

const { TEST_DATABASE_URL: url = '', TEST_DATA_DIR: dataDir = '' } = process.env
onParentExit(() => process.exit(1))
const config = readConfig({
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  BILLING: 'off',
  SECRET: 'a-secret-for-tests-only-0123456789',
  DATA_DIR: dataDir,
})
const clock = movableClock(new Date(0))
const db = connectDatabase({ url, maxConnections: 4 })
const services = await createServices(
  { ...config, ownerUrl: url },
  { db, log: createLog(config.logLevel), clock },
)
process.stdout.write('ready\n')
for await (const line of createInterface({ input: process.stdin })) {
  clock.set(new Date(line))
  await runCelebrations(services)
  await runCustomDays(services)
  process.stdout.write('done\n')
}
