import type { CardPurpose } from '#contract/checkout.ts'
import type { OutputOf } from '#contract/routes.ts'
import { readTestCard } from '#server/adapters/cards/local.ts'
import { workspaceOfToken } from '#server/modules/auth/rules.ts'
import { audit } from '#server/platform/audit.ts'
import type { Trx } from '#server/platform/database.ts'
import { fail } from '#server/platform/errors.ts'
import { tokenHash } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/sessions.ts'
import { keepCard } from './keep.ts'
import { withAnswer } from './pages.ts'

/** The card in use for a purpose, as people may see it. */
export async function cardOf(trx: Trx, workspace_id: string, purpose: CardPurpose): Promise<OutputOf<'billing.payment_method'>> {
  const card = await trx.selectFrom('cards').select(['last4', 'exp_month', 'exp_year']).where('workspace_id', '=', workspace_id)
    .where('purpose', '=', purpose).where('removed_at', 'is', null).executeTakeFirst()
  return card ? { last4: card.last4, expiry: `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year).slice(-2)}` } : null
}

const offered = (workspace: { trial_ends_at: Date; discount_claimed_at: Date | null }, purpose: CardPurpose, at: Date) =>
  purpose === 'subscription' && workspace.discount_claimed_at === null && workspace.trial_ends_at > at

async function openSetup(trx: Trx, workspace_id: string, token: string, at: Date) {
  const setup = await trx.selectFrom('card_setups').innerJoin('workspaces', 'workspaces.id', 'card_setups.workspace_id')
    .where('card_setups.workspace_id', '=', workspace_id).where('card_setups.token_hash', '=', tokenHash(token)).where('card_setups.done_at', 'is', null)
    .where('card_setups.expires_at', '>', at).where('workspaces.deleted_at', 'is', null)
    .select(['card_setups.id', 'card_setups.workspace_id', 'card_setups.purpose', 'card_setups.callback', 'card_setups.created_by', 'workspaces.name', 'workspaces.trial_ends_at', 'workspaces.discount_claimed_at'])
    .forUpdate('card_setups').executeTakeFirst()
  return setup ?? fail('checkout_invalid')
}

/** What our own page shows before a card is entered. */
export async function lookAtCheckout({ db }: Services, token: string, at: Date): Promise<OutputOf<'checkout.get'>> {
  const workspace_id = workspaceOfToken(token, 'checkout_invalid')
  return db.tenant(workspace_id, async (trx) => {
    const setup = await openSetup(trx, workspace_id, token, at)
    return { team: setup.name, purpose: setup.purpose, offer: offered(setup, setup.purpose, at), cancel_url: withAnswer(setup.callback, { card: 'canceled' }), order: null }
  })
}

/** A card was entered on our own page: kept, refused, or waiting for a confirmation (redirect_url null). Once for each setup. */
export async function enterCard({ db }: Services, input: { token: string; number: string; expiry: string; confirmed: boolean }, at: Date): Promise<OutputOf<'checkout.pay'>> {
  const workspace_id = workspaceOfToken(input.token, 'checkout_invalid')
  return db.tenant(workspace_id, async (trx) => {
    const setup = await openSetup(trx, workspace_id, input.token, at)
    const card = readTestCard(input, at)
    if (!card) return { redirect_url: null }
    await trx.updateTable('card_setups').set({ done_at: at }).where('workspace_id', '=', workspace_id).where('id', '=', setup.id).execute()
    await keepCard(trx, setup, 'local', card, at)
    return { redirect_url: withAnswer(setup.callback, { card: 'added' }) }
  })
}

/** Takes a card out of use; nothing happens where there is none. What was already ordered with it is still paid by it. */
export async function removeCard({ db }: Services, actor: Actor, purpose: CardPurpose, at: Date): Promise<void> {
  await db.tenant(actor.workspace_id, async (trx) => {
    const card = await trx.updateTable('cards').set({ removed_at: at }).where('workspace_id', '=', actor.workspace_id).where('purpose', '=', purpose)
      .where('removed_at', 'is', null).returning(['id', 'last4']).executeTakeFirst()
    if (card) await audit(trx, actor, 'card.remove', { card_id: card.id, last4: card.last4 }, at)
  })
}

/** Puts the welcome offer away for good. */
export async function dismissOffer({ db }: Services, actor: Actor, at: Date): Promise<void> {
  await db.tenant(actor.workspace_id, async (trx) => {
    const result = await trx.updateTable('workspaces').set({ offer_dismissed_at: at }).where('id', '=', actor.workspace_id).where('offer_dismissed_at', 'is', null).executeTakeFirst()
    if (result.numUpdatedRows === 1n) await audit(trx, actor, 'billing.dismiss_offer', {}, at)
  })
}
