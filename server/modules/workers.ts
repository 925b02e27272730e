import type { Services } from '#server/platform/services.ts'
import { sendOutboxMail } from './notifications/rules.ts'

/** What a server process works on besides answering requests. */
export async function startWorkers(services: Services): Promise<void> {
  await services.jobs.work('send_mail', (data) => sendOutboxMail(services, data))
}
