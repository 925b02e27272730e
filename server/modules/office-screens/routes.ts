import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import {
  createOfficeScreen,
  deleteOfficeScreen,
  loadOfficeScreens,
  openOfficeScreen,
} from './service.ts'

/** Mounts the links of displays, and the call of a display, whose token opens this call only. */
export function mountOfficeScreens(handle: MountRoute, services: Services): void {
  handle('office_screens.list', ({ actor }) => loadOfficeScreens(services, actor))
  handle('office_screens.create', ({ actor, body, at }) =>
    createOfficeScreen(services, actor, body, at),
  )
  handle('office_screens.delete', async ({ actor, params, at }) => {
    await deleteOfficeScreen(services, actor, params.id, at)
    return undefined
  })
  handle('office_screens.open', ({ body, at }) => openOfficeScreen(services, body.token, at))
}
