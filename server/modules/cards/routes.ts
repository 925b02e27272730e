import type { Handle } from '#server/platform/http.ts'
import type { Services } from '#server/platform/services.ts'
import { enterCard, lookAtCheckout } from './rules.ts'

/** Our own checkout page. It exists where cards live on this machine, and there alone. */
export function mountCards(handle: Handle, services: Services): void {
  if (services.config.billing !== 'local') return
  handle('checkout.get', ({ body, at }) => lookAtCheckout(services, body.token, at))
  handle('checkout.pay', ({ body, at }) => enterCard(services, body, at))
}
