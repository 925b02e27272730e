import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createServices } from '#server/services.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { startWorkers } from '#server/workers.ts'
import { stopApp } from '#tests/support/stop-app.ts'
import { makeDataDir, removeDataDir } from '#tests/support/temporary-folders.ts'
import { type AppUnderTest, readTestEnvironment, runCliWith } from './app-under-test.ts'

/** The port of this worker while no product of it listens there. */
let workerPort: string | undefined

/**
 * Starts the product in this process, on the migrated database DATABASE_URL: server, pages and
 * workers. A process of its own would take a second longer for each test file. Files that stop or
 * kill a server use `startApp`.
 */
export async function startAppInProcess(
  env: Record<string, string> & { DATABASE_URL: string },
): Promise<AppUnderTest> {
  const ownerUrl = env.DATABASE_URL
  const dataDir = makeDataDir('laurel-e2e-')
  // Browser contexts keep the files of an address, so the next file of the worker has the same one.
  const settings = await readTestEnvironment(dataDir, {
    ...(workerPort ? { PORT: workerPort } : {}),
    ...env,
  })
  workerPort = undefined
  const config = readConfig(settings)
  let output = ''
  const log = createLog(config.logLevel, {
    write: (line) => {
      output += line
    },
  })
  const services = await createServices({ ...config, ownerUrl }, { log })
  const app = await buildApp(services)
  await app.listen({ host: config.host, port: config.port })
  const workers = await startWorkers(services)
  let isStopped = false
  return {
    url: `http://localhost:${settings.PORT}`,
    log: () => output,
    ownerUrl: () => ownerUrl,
    runCli: (...words) => runCliWith(settings, words),
    async stop() {
      if (isStopped) return
      isStopped = true
      await stopApp(app, workers, services)
      await removeDataDir(dataDir)
      workerPort ??= settings.PORT
    },
  }
}
