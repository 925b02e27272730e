import type { Services } from '#server/platform/services.ts'
import { startOutbox } from './notifications/outbox.ts'
import { eraseWorkspace } from './workspaces/danger.ts'

/** What a server process works on besides answering requests. */
export async function startWorkers(services: Services): Promise<{ stop(): Promise<void> }> {
  await services.jobs.work('erase_workspace', ({ workspace_id }) => eraseWorkspace(services, workspace_id))
  return startOutbox(services)
}
