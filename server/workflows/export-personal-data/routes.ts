import { forbidImpersonation, type MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { exportPersonalData } from './export-personal-data.ts'

export function mountPersonalDataExport(handle: MountRoute, services: Services): void {
  handle('profiles.export', ({ actor, at }) => {
    forbidImpersonation(actor)
    return Promise.resolve(exportPersonalData(services, actor, at))
  })
}
