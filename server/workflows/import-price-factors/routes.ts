import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { importPriceFactors } from './import-price-factors.ts'

export function mountPriceFactorImport(handle: MountRoute, services: Services): void {
  handle('price_factors.import', ({ actor, file, at }) =>
    importPriceFactors(services, actor, file, at),
  )
}
