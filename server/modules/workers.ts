import type { Services } from '#server/platform/services.ts'
import { startOutbox } from './notifications/outbox.ts'

/** What a server process works on besides answering requests. */
export async function startWorkers(services: Services): Promise<{ stop(): Promise<void> }> {
  return startOutbox(services)
}
