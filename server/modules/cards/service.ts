import type { CardPurpose } from '#contract/schemas/checkout.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { dismissOffer, findCard, removeActiveCard } from './queries.ts'

type CardRow = { brand: string; last4: string; exp_month: number; exp_year: number }
/** Returns a card in the API's shape; `expiry` is 'MM/YY'. */
export const presentCard = ({ brand, last4, exp_month: expMonth, exp_year: expYear }: CardRow) => ({
  brand,
  last4,
  expiry: `${String(expMonth).padStart(2, '0')}/${String(expYear).slice(-2)}`,
})

/** Returns the active card of a purpose in the API's shape, or null. */
export async function loadCard(
  trx: Trx,
  workspaceId: string,
  purpose: CardPurpose,
): Promise<OutputOf<'billing.payment_method'>> {
  const card = await findCard(trx, workspaceId, purpose)
  return card ? presentCard(card) : null
}

/** Removes the active card, if any. Existing orders are still charged to it. */
export async function removeCard(
  { db }: Services,
  actor: Actor,
  purpose: CardPurpose,
  at: Date,
): Promise<void> {
  await db.tenant(actor.workspace_id, async (trx) => {
    const card = await removeActiveCard(trx, actor.workspace_id, purpose, at)
    if (card) await audit(trx, actor, 'card.remove', { card_id: card.id, last4: card.last4 }, at)
  })
}

/** Hides the banner of the welcome offer for good. The offer stays valid during the trial. */
export async function dismissWelcomeOffer({ db }: Services, actor: Actor, at: Date): Promise<void> {
  await db.tenant(actor.workspace_id, async (trx) => {
    if (await dismissOffer(trx, actor.workspace_id, at))
      await audit(trx, actor, 'billing.dismiss_offer', {}, at)
  })
}
