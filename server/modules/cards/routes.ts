import { type Handle, idempotent } from '#server/platform/http.ts'
import type { Services } from '#server/platform/services.ts'
import { addCard, cardOf, dismissOffer, enterCard, lookAtCheckout } from './rules.ts'

/** Cards of the team. Where there is no billing, there are none; our own checkout page exists with local cards alone. */
export function mountCards(handle: Handle, services: Services): void {
  if (services.config.billing === 'off') return
  handle('billing.payment_method', ({ actor: { workspace_id } }) => services.db.tenant(workspace_id, (trx) => cardOf(trx, workspace_id, 'subscription')))
  handle('billing.add_payment_method', (call) => addCard(services, call.actor, 'subscription', call.body.callback, idempotent('billing.add_payment_method', call)))
  handle('billing.dismiss_offer', async ({ actor, at }) => {
    await dismissOffer(services, actor, at)
    return undefined
  })
  if (services.cards.kind !== 'local') return
  handle('checkout.get', ({ body, at }) => lookAtCheckout(services, body.token, at))
  handle('checkout.pay', ({ body, at }) => enterCard(services, body, at))
}
