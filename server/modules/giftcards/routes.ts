import { syncOnReturn } from '#server/modules/billing/sync.ts'
import { startCardSetup } from '#server/modules/billing/card-setup.ts'
import { removeCard } from '#server/modules/cards/service.ts'
import { type MountRoute, toIdempotentCall } from '#server/platform/http/mount-routes.ts'
import { negotiateLanguage } from '#server/platform/i18n/messages.ts'
import type { Services } from '#server/platform/services.ts'
import { loadEligibility } from './eligibility.ts'
import { claimVoucher } from './service.ts'

/**
 * Mounts gift cards and the company's card that pays for them. Without billing there is no card to
 * add.
 */
export function mountGiftCards(handle: MountRoute, services: Services): void {
  const { db, config, giftCards } = services
  // Existing claim links keep working after gift cards are turned off.
  handle('giftcards.claim', ({ body, language, at }) => claimVoucher(db, body.token, language, at))
  if (!giftCards) return
  handle('rewards.countries', () => giftCards.listCountries())
  // Names are in the language of the screen, from the Accept-Language header.
  handle('rewards.products', ({ query, reply }) =>
    giftCards.listProducts(
      query.country,
      negotiateLanguage(reply.raw.request.headers['accept-language']),
    ),
  )
  if (config.billing === 'off') return
  handle('rewards.payment_method', async ({ actor: { workspace_id: workspaceId }, at }) => {
    await syncOnReturn(services, workspaceId, at)
    return db.readSnapshot(workspaceId, async (trx) => {
      const {
        card,
        validated,
        validates_at: validatesAt,
      } = await loadEligibility(trx, config.billing, workspaceId, at)
      return (
        card && {
          brand: card.brand,
          last4: card.last4,
          expiry: card.expiry,
          validated,
          validates_at: validatesAt?.toISOString() ?? null,
        }
      )
    })
  })
  handle('rewards.add_payment_method', (call) =>
    startCardSetup(services, call, 'rewards', toIdempotentCall('rewards.add_payment_method', call)),
  )
  handle('rewards.remove_payment_method', async ({ actor, at }) => {
    await removeCard(services, actor, 'rewards', at)
    return undefined
  })
}
