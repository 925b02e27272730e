import type { Poller } from '#server/platform/background/poller.ts'
import type { Services } from '#server/platform/services.ts'

const workerByServices = new WeakMap<Services, Poller>()

/** Registers the gift card worker of this process. */
export function registerGiftCardWorker(services: Services, worker: Poller): void {
  workerByServices.set(services, worker)
}

/** Runs the gift card worker of this process now: a purchase need not wait for the next poll. */
export function wakeGiftCardWorker(services: Services): void {
  workerByServices.get(services)?.runNow()
}
