import type { FastifyInstance } from 'fastify'
import { lookFirst } from '#server/modules/billing/account.ts'
import { addCard } from '#server/modules/cards/pages.ts'
import { removeCard } from '#server/modules/cards/rules.ts'
import { type Handle, idempotent } from '#server/platform/http.ts'
import { languageOf } from '#server/platform/texts.ts'
import type { Services } from '#server/platform/services.ts'
import { readinessOf } from './readiness.ts'
import { claim, readdress } from './rules.ts'
import { mountWebhooks } from './webhooks.ts'

/**
 * Gift cards and the company's card that pays for them. Where there is no billing, there is no card
 * to add.
 */
export async function mountGiftCards(
  app: FastifyInstance,
  handle: Handle,
  services: Services,
): Promise<void> {
  const { db, config, giftcards } = services
  // Whoever holds a link of ours may read it, also after gift cards were switched off.
  handle('giftcards.claim', ({ body, language, at }) => claim(db, body.token, language, at))
  handle('shop.readdress', ({ actor, params, body, at }) =>
    readdress(services, actor, params.id, body.email, at),
  )
  await mountWebhooks(app, services)
  if (!giftcards) return
  handle('rewards.countries', () => giftcards.countries())
  // Names in the language of the screen, which the header says.
  handle('rewards.products', ({ query, reply }) =>
    giftcards.products(query.country, languageOf(reply.raw.request.headers['accept-language'])),
  )
  if (config.billing === 'off') return
  handle('rewards.payment_method', async ({ actor: { workspace_id }, at }) => {
    await lookFirst(services, workspace_id, at)
    return db.tenant(workspace_id, async (trx) => {
      const { card, validated, validates_at } = await readinessOf(
        trx,
        config.billing,
        workspace_id,
        at,
      )
      return (
        card && {
          brand: card.brand,
          last4: card.last4,
          expiry: card.expiry,
          validated,
          validates_at: validates_at?.toISOString() ?? null,
        }
      )
    })
  })
  handle('rewards.add_payment_method', (call) =>
    addCard(services, call, 'rewards', idempotent('rewards.add_payment_method', call)),
  )
  handle('rewards.remove_payment_method', async ({ actor, at }) => {
    await removeCard(services, actor, 'rewards', at)
    return undefined
  })
}
