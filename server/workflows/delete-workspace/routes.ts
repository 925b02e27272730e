import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { deleteWorkspace, removeDemoData, resetWorkspace } from './reset-and-delete.ts'
import { cancelDeletion } from './deletion.ts'

export function mountWorkspaceDeletion(handle: MountRoute, services: Services): void {
  handle('workspace.reset_demo_data', async ({ actor, at }) => {
    await removeDemoData(services, actor, at)
    return undefined
  })
  handle('workspace.reset', async ({ actor, body, at }) => {
    await resetWorkspace(services, actor, body, at)
    return undefined
  })
  handle('workspace.delete', async ({ actor, body, at }) => {
    await deleteWorkspace(services, actor, body, at)
    return undefined
  })
  handle('workspace.cancel_deletion', async ({ actor, at }) => {
    await cancelDeletion(services, actor, at)
    return undefined
  })
}
