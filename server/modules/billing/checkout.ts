import type { CardPurpose } from '#contract/schemas/checkout.ts'
import type { Language } from '#contract/schemas/common.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { startLocalSubscription, payOpenInvoice } from '#server/modules/billing/local/commands.ts'
import { previewLocalInvoice } from '#server/modules/billing/local/read-account.ts'
import { readTestCard } from '#server/modules/cards/local-cards.ts'
import { parseWorkspaceToken } from '#server/platform/auth/workspace-token.ts'
import { saveCard } from '#server/modules/cards/save-card.ts'
import { withResultParams } from '#server/modules/cards/hosted-checkout.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { withProviderLock, syncFromProvider } from './sync.ts'
import { findSubscription } from './subscription-queries.ts'
import { lockSetupByToken, markSetupsDone } from './setup-queries.ts'
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
 * Locks the open setup of a page token. Throws checkout_invalid if it is unknown, expired or done.
 */
async function lockOpenSetup(trx: Trx, workspaceId: string, token: string, at: Date) {
  const setup = await lockSetupByToken(trx, workspaceId, hashToken(token), at)
  return setup ?? throwRefusal('checkout_invalid')
}

/** Returns the contents of our own checkout page: the team, and the subscription it starts. */
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
    // With a live subscription, the page only takes a card.
    const order =
      plan && !isActiveSubscription(await findSubscription(trx, workspaceId))
        ? await buildOrder(trx, workspaceId, plan, promo, at)
        : null
    // A card entered on this page earns the offer before the subscription starts.
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
 * Saves the entered card and pays for the page's new subscription in the same transaction. After a
 * refusal the page stays open for another card. With a live subscription, the card becomes its
 * paying card.
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
  await markSetupsDone(trx, workspaceId, [setup.id], at)
  const id = await saveCard(trx, setup, 'local', card, at)
  const added = { redirect_url: withResultParams(setup.callback, { card: 'added' }) }
  if (setup.purpose !== 'subscription') return added
  // If the process dies before the sync, this job repeats it.
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
 * Handles a card entered on our own page, once per page. `redirect_url` is null while the bank
 * requires confirmation.
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
    // The card is charged by now, so a failure must not ask for it again. The job repeats the sync.
    if (paid.redirect_url !== null)
      await syncFromProvider(services, customer, at).catch((error: unknown) =>
        services.log.warn({ err: error, workspace: workspaceId }, 'billing sync failed'),
      )
    return paid
  })
}
