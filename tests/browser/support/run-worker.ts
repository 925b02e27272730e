import { readConfig } from '#server/config.ts'
import { createLog } from '#server/platform/observability/log.ts'
import type { Services } from '#server/platform/services.ts'
import { closeServices, createServices } from '#server/services.ts'
import { makeDataDir, removeDataDir } from '#tests/support/temporary-folders.ts'
import { type AppUnderTest, readTestEnvironment } from './app-under-test.ts'

/** Runs a worker now, as another process on the database of the product. */
export async function runWorkerOnce(
  product: AppUnderTest,
  run: (services: Services) => Promise<unknown>,
): Promise<void> {
  const dataDir = makeDataDir('laurel-e2e-')
  const ownerUrl = product.ownerUrl()
  const config = readConfig(await readTestEnvironment(dataDir, { DATABASE_URL: ownerUrl }))
  const log = createLog(config.logLevel, { write: () => undefined })
  const services = await createServices({ ...config, ownerUrl }, { log })
  await run(services)
  await closeServices(services)
  await removeDataDir(dataDir)
}
