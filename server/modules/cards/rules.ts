import type { CardPurpose } from '#contract/checkout.ts'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes.ts'
import type { SavedCard } from '#server/adapters/cards/cards.ts'
import { readTestCard } from '#server/adapters/cards/local.ts'
import { namedToken, workspaceOfToken } from '#server/modules/auth/rules.ts'
import { audit } from '#server/platform/audit.ts'
import type { Trx } from '#server/platform/database.ts'
import { fail } from '#server/platform/errors.ts'
import { type IdempotentCall, once } from '#server/platform/idempotency.ts'
import { newId, tokenHash } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/sessions.ts'

const minute = 60_000

/** A provider's page may lead back to our own pages, and nowhere else. */
function ownCallback({ config }: Services, callback: string): string {
  if (new URL(callback).origin !== new URL(config.publicUrl).origin) fail('callback_invalid', { field: 'callback' })
  return callback
}

/** Opens the provider's page for a new card; answers its address. */
export async function addCard(services: Services, actor: Actor, purpose: CardPurpose, callback: string, call: IdempotentCall): Promise<{ session_url: string }> {
  const { workspace_id } = actor
  const { at } = call
  const back = ownCallback(services, callback)
  return services.db.tenant(workspace_id, (trx) => once(trx, call, async () => {
    const token = namedToken(workspace_id)
    await trx.insertInto('card_setups').values({
      workspace_id, id: newId(at), purpose, callback: back, token_hash: tokenHash(token), created_by: actor.user_id, created_at: at,
      expires_at: new Date(at.getTime() + limits.checkout_minutes * minute), done_at: null,
    }).execute()
    return { session_url: await services.cards.startSetup({ workspace_id, purpose, callback: back, token }) }
  }))
}

/** The card in use for a purpose, as people may see it. */
export async function cardOf(trx: Trx, workspace_id: string, purpose: CardPurpose): Promise<OutputOf<'billing.payment_method'>> {
  const card = await trx.selectFrom('cards').select(['last4', 'exp_month', 'exp_year']).where('workspace_id', '=', workspace_id)
    .where('purpose', '=', purpose).where('removed_at', 'is', null).executeTakeFirst()
  return card ? { last4: card.last4, expiry: `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year).slice(-2)}` } : null
}

const offered = (workspace: { trial_ends_at: Date; discount_claimed_at: Date | null }, purpose: CardPurpose, at: Date) =>
  purpose === 'subscription' && workspace.discount_claimed_at === null && workspace.trial_ends_at > at

/** Keeps a new card in place of the old one. The first one for the subscription within the trial earns the lifetime discount. */
async function keepCard(trx: Trx, setup: { workspace_id: string; purpose: CardPurpose; created_by: string | null }, provider: 'local' | 'stripe', card: SavedCard, at: Date): Promise<void> {
  const { workspace_id, purpose, created_by } = setup
  await trx.updateTable('cards').set({ removed_at: at }).where('workspace_id', '=', workspace_id).where('purpose', '=', purpose).where('removed_at', 'is', null).execute()
  const { ref, ...rest } = card
  await trx.insertInto('cards').values({ workspace_id, id: newId(at), purpose, provider, provider_ref: ref, ...rest, created_by, created_at: at, removed_at: null }).execute()
  if (purpose === 'subscription') {
    await trx.updateTable('workspaces').set({ discount_claimed_at: at }).where('id', '=', workspace_id).where('discount_claimed_at', 'is', null).where('trial_ends_at', '>', at).execute()
  }
}

async function openSetup(trx: Trx, workspace_id: string, token: string, at: Date) {
  const setup = await trx.selectFrom('card_setups').innerJoin('workspaces', 'workspaces.id', 'card_setups.workspace_id')
    .where('card_setups.workspace_id', '=', workspace_id).where('card_setups.token_hash', '=', tokenHash(token)).where('card_setups.done_at', 'is', null)
    .where('card_setups.expires_at', '>', at).where('workspaces.deleted_at', 'is', null)
    .select(['card_setups.id', 'card_setups.workspace_id', 'card_setups.purpose', 'card_setups.callback', 'card_setups.created_by', 'workspaces.name', 'workspaces.trial_ends_at', 'workspaces.discount_claimed_at'])
    .forUpdate('card_setups').executeTakeFirst()
  return setup ?? fail('checkout_invalid')
}

const withAnswer = (callback: string, card: 'added' | 'canceled') => {
  const url = new URL(callback)
  url.searchParams.set('card', card)
  return url.toString()
}

/** What our own page shows before a card is entered. */
export async function lookAtCheckout({ db }: Services, token: string, at: Date): Promise<OutputOf<'checkout.get'>> {
  const workspace_id = workspaceOfToken(token, 'checkout_invalid')
  return db.tenant(workspace_id, async (trx) => {
    const setup = await openSetup(trx, workspace_id, token, at)
    return { team: setup.name, purpose: setup.purpose, offer: offered(setup, setup.purpose, at), cancel_url: withAnswer(setup.callback, 'canceled') }
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
    return { redirect_url: withAnswer(setup.callback, 'added') }
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
