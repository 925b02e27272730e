import type { FastifyInstance } from 'fastify'
import { closeServices } from '#server/services.ts'
import type { Services } from '#server/platform/services.ts'

/** Stops a listening app with its workers and services. */
export async function stopApp(
  app: FastifyInstance,
  workers: { stop(): Promise<void> } | undefined,
  services: Services,
): Promise<void> {
  // Open event streams would otherwise delay the end by the time for draining.
  await app.startDraining(0)
  await app.close()
  await workers?.stop()
  await closeServices(services)
}
