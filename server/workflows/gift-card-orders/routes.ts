import type { FastifyInstance } from 'fastify'
import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { resendGiftCard } from './resend-gift-card.ts'
import { mountGiftCardWebhooks } from './webhooks.ts'

/** The calls about gift cards on order, and the provider's webhook. */
export async function mountGiftCardOrders(
  app: FastifyInstance,
  handle: MountRoute,
  services: Services,
): Promise<void> {
  handle('shop.readdress', ({ actor, params, body, at }) =>
    resendGiftCard(services, actor, params.id, body.email, at),
  )
  await mountGiftCardWebhooks(app, services)
}
