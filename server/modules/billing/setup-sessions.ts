import { hourMs } from '#contract/durations.ts'
import type { Customer } from '#server/adapters/billing/billing-provider.ts'
import { saveCard } from '#server/modules/cards/save-card.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import {
  hasSetupSince,
  listCardSetups,
  listOrderSetups,
  markSetupDone,
  markSetupsDone,
} from './setup-queries.ts'

/** A provider's page stays open for a day, and its event may arrive late. */
const pollWindowMs = 26 * hourMs

const windowStart = (at: Date) => new Date(at.getTime() - pollWindowMs)

/**
 * Returns whether a provider's page was opened recently enough that its user may be returning from
 * it.
 */
export const hasOpenSetup = (trx: Trx, workspaceId: string, at: Date): Promise<boolean> =>
  hasSetupSince(trx, workspaceId, windowStart(at), at)

/**
 * Checks the provider's open pages and saves entered cards; the subscription's card becomes the
 * paying card. Requires `withProviderLock`. Idempotent until done. Returns whether a card was
 * entered.
 */
export async function completeCardSetups(
  { db, cards, billing }: Services,
  customer: Customer,
  at: Date,
): Promise<boolean> {
  const { workspace_id: workspaceId } = customer
  if (!cards.findSetupCard || !billing) return false
  let entered = false
  const setups = await db.tenant(workspaceId, (trx) =>
    listCardSetups(trx, workspaceId, windowStart(at)),
  )
  for (const { id, purpose, provider_ref: providerRef, created_by: createdBy } of setups) {
    const card = await cards.findSetupCard(providerRef ?? '')
    if (!card) continue
    entered = true
    if (purpose === 'subscription')
      await billing.setPaymentCard(customer, { id, ref: card.ref }, at)
    await db.tenant(workspaceId, async (trx) => {
      if (await markSetupDone(trx, workspaceId, id, at))
        await saveCard(
          trx,
          { workspace_id: workspaceId, purpose, created_by: createdBy },
          cards.kind,
          card,
          at,
        )
    })
  }
  return entered
}

/**
 * Completes the open pages of a live subscription. If there was none before, the last page has
 * started it and is audited.
 */
export async function completeOrderSetups(
  trx: Trx,
  workspaceId: string,
  hadSubscription: boolean,
  at: Date,
): Promise<void> {
  const setups = await listOrderSetups(trx, workspaceId, windowStart(at))
  const [last] = setups
  if (!last) return
  const ids = setups.map(({ id }) => id)
  await markSetupsDone(trx, workspaceId, ids, at)
  if (!hadSubscription)
    await audit(
      trx,
      { workspace_id: workspaceId, user_id: last.created_by, kind: 'session' },
      'subscription.start',
      { plan: last.plan },
      at,
    )
}
