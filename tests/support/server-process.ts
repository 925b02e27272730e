// A process for tests that runs servers, one after another. Each line of its input is the order to
// run one (`ServerOrder` as JSON), answered with its port once it listens, or `stop`, answered with
// `stopped`.
import { createInterface } from 'node:readline'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { connectDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { onParentExit } from '#server/platform/parent-process.ts'
import { createServices } from '#server/services.ts'
import { startWorkers } from '#server/workers.ts'
import { createProviderGuard } from '#tests/support/provider-guard.ts'
import { stopApp } from '#tests/support/stop-app.ts'
import type { ServerOrder } from '#tests/support/processes.ts'

/** Starts a server. Returns its port and what stops it. */
async function startServer({ url, dataDir, isWorker, settings, maxConnections }: ServerOrder) {
  const config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    OUTSIDE_LOOPBACK: 'on',
    SECRET: 'a-secret-for-tests-only-0123456789',
    DATA_DIR: dataDir,
    ...settings,
  })
  const log = createLog(config.logLevel)
  const guard = createProviderGuard()
  const db = guard.watchTransactions(
    connectDatabase({
      url,
      maxConnections,
      onStateChange: (state, reason) => log.warn({ reason }, `database ${state}`),
    }),
  )
  const services = await createServices(
    { ...config, ownerUrl: config.databaseDirectUrl ?? url },
    { db, log },
  )
  Object.assign(services, guard.watchProviders(services))
  const app = await buildApp(services, { check_outputs: true })
  const workers = isWorker ? await startWorkers(services) : undefined
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    stop: () => stopApp(app, workers, services),
  }
}

onParentExit(() => process.exit(1))
let server: Awaited<ReturnType<typeof startServer>> | undefined
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'stop') await server?.stop()
  else server = await startServer(JSON.parse(line) as ServerOrder)
  process.stdout.write(`${line === 'stop' ? 'stopped' : server?.port}\n`)
}
