import type { CardPurpose } from '#contract/schemas/checkout.ts'
import type { Language } from '#contract/schemas/common.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { startLocalSubscription, payOpenInvoice } from '#server/modules/billing/local/commands.ts'
import { previewLocalInvoice } from '#server/modules/billing/local/queries.ts'
import { readTestCard } from '#server/adapters/cards/local.ts'
import { parseWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import { saveCard } from '#server/modules/cards/save-card.ts'
import { withResultParams } from '#server/modules/cards/hosted-checkout.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { withProviderLock, syncFromProvider } from './sync.ts'
import { findSubscription } from './queries.ts'
import { buildOrder, isActiveSubscription } from './service.ts'

type CardEntry = { token: string; number: string; expiry: string; confirmed: boolean }

const isOfferAvailable = (
  workspace: { trial_ends_at: Date; discount_claimed_at: Date | null },
  purpose: CardPurpose,
  at: Date,
) =>
  purpose === 'subscription' &&
  workspace.discount_claimed_at === null &&
  workspace.trial_ends_at > at

/**
 * What a page was opened for, held until the transaction ends. Refuses with checkout_invalid what
 * is over or was never there.
 */
async function lockOpenSetup(trx: Trx, workspaceId: string, token: string, at: Date) {
  const setup = await trx
    .selectFrom('card_setups')
    .innerJoin('workspaces', 'workspaces.id', 'card_setups.workspace_id')
    .where('card_setups.workspace_id', '=', workspaceId)
    .where('card_setups.token_hash', '=', hashToken(token))
    .where('card_setups.done_at', 'is', null)
    .where('card_setups.expires_at', '>', at)
    .where('workspaces.deleted_at', 'is', null)
    .select([
      'card_setups.id',
      'card_setups.workspace_id',
      'card_setups.purpose',
      'card_setups.callback',
      'card_setups.created_by',
      'card_setups.plan',
      'card_setups.promo',
      'workspaces.name',
      'workspaces.trial_ends_at',
      'workspaces.discount_claimed_at',
    ])
    .forUpdate('card_setups')
    .executeTakeFirst()
  return setup ?? throwRefusal('checkout_invalid')
}

/** What our own page shows before a card is entered: whom it is for, and what it begins. */
export async function loadCheckout(
  { db }: Services,
  token: string,
  language: Language,
  at: Date,
): Promise<OutputOf<'checkout.get'>> {
  const workspaceId = parseWorkspaceToken(token, 'checkout_invalid')
  return db.tenant(workspaceId, async (trx) => {
    const { name, purpose, callback, plan, promo, ...workspace } = await lockOpenSetup(
      trx,
      workspaceId,
      token,
      at,
    )
    const offer = isOfferAvailable(workspace, purpose, at)
    // Where a subscription lives already, the page takes a card and no more.
    const order =
      plan && !isActiveSubscription(await findSubscription(trx, workspaceId))
        ? await buildOrder(trx, workspaceId, plan, promo, at)
        : null
    // The card that is entered here earns the offer, before the subscription begins on it.
    const invoice =
      order &&
      (await previewLocalInvoice(
        trx,
        workspaceId,
        { ...order, lifetime: order.lifetime || offer },
        language,
        at,
      ))
    return {
      team: name,
      purpose,
      offer,
      cancel_url: withResultParams(callback, { card: 'canceled' }),
      order: order && invoice ? { plan: order.plan, quantity: order.seats, invoice } : null,
    }
  })
}

/**
 * A card was entered: kept, and paid with where the page is to begin a subscription, both or
 * neither. A refusal leaves the page open for another card. Where a subscription lives already, the
 * card pays that one from now on.
 */
async function applyCardEntry(
  { jobs }: Services,
  trx: Trx,
  workspaceId: string,
  input: CardEntry,
  at: Date,
): Promise<OutputOf<'checkout.pay'>> {
  const setup = await lockOpenSetup(trx, workspaceId, input.token, at)
  const card = readTestCard(input, at)
  if (!card) return { redirect_url: null }
  await trx
    .updateTable('card_setups')
    .set({ done_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', setup.id)
    .execute()
  const id = await saveCard(trx, setup, 'local', card, at)
  const added = { redirect_url: withResultParams(setup.callback, { card: 'added' }) }
  if (setup.purpose !== 'subscription') return added
  // Who dies before the copy is read again leaves that to the job.
  await jobs.send(trx, 'refresh_billing', { workspace_id: workspaceId })
  if (
    setup.plan &&
    (await startLocalSubscription(
      trx,
      workspaceId,
      await buildOrder(trx, workspaceId, setup.plan, setup.promo, at),
      { id, ref: card.ref },
      at,
    ))
  ) {
    await audit(
      trx,
      { workspace_id: workspaceId, user_id: setup.created_by, kind: 'session' },
      'subscription.start',
      { plan: setup.plan },
      at,
    )
    return { redirect_url: withResultParams(setup.callback, { subscription: 'started' }) }
  }
  await payOpenInvoice(trx, workspaceId, { id, ref: card.ref }, at)
  return added
}

/**
 * A card was entered on our own page. `redirect_url` is null while its bank asks for a
 * confirmation. Once for each page.
 */
export async function payCheckout(
  services: Services,
  input: CardEntry,
  at: Date,
): Promise<OutputOf<'checkout.pay'>> {
  const { db } = services
  const workspaceId = parseWorkspaceToken(input.token, 'checkout_invalid')
  const { purpose } = await db.tenant(workspaceId, (trx) =>
    lockOpenSetup(trx, workspaceId, input.token, at),
  )
  if (purpose !== 'subscription')
    return db.tenant(workspaceId, (trx) => applyCardEntry(services, trx, workspaceId, input, at))
  return withProviderLock(services, workspaceId, at, async (customer) => {
    const paid = await db.tenant(workspaceId, (trx) =>
      applyCardEntry(services, trx, workspaceId, input, at),
    )
    if (paid.redirect_url !== null) await syncFromProvider(services, customer, at)
    return paid
  })
}
