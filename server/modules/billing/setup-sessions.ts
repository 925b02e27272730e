import { hourMs } from '#contract/durations.ts'
import type { Customer } from '#server/adapters/billing/billing-provider.ts'
import { saveCard } from '#server/modules/cards/save-card.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'

/** A provider's page stays open for a day, and its event may arrive late. */
const pollWindowMs = 26 * hourMs

const selectOpenSetups = (trx: Trx, workspaceId: string, since: Date) =>
  trx
    .selectFrom('card_setups')
    .where('workspace_id', '=', workspaceId)
    .where('done_at', 'is', null)
    .where('provider_ref', 'is not', null)
    .where('created_at', '>', since)

/**
 * Returns whether a provider's page was opened recently enough that its user may be returning from
 * it.
 */
export async function hasOpenSetup(trx: Trx, workspaceId: string, at: Date): Promise<boolean> {
  const row = await selectOpenSetups(trx, workspaceId, new Date(at.getTime() - pollWindowMs))
    .where('expires_at', '>', at)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

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
    selectOpenSetups(trx, workspaceId, new Date(at.getTime() - pollWindowMs))
      .where('plan', 'is', null)
      .select(['id', 'purpose', 'provider_ref', 'created_by'])
      .orderBy('id')
      .execute(),
  )
  for (const { id, purpose, provider_ref: providerRef, created_by: createdBy } of setups) {
    const card = await cards.findSetupCard(providerRef ?? '')
    if (!card) continue
    entered = true
    if (purpose === 'subscription')
      await billing.setPaymentCard(customer, { id, ref: card.ref }, at)
    await db.tenant(workspaceId, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('card_setups')
        .set({ done_at: at })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .where('done_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 1n)
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
  const setups = await selectOpenSetups(trx, workspaceId, new Date(at.getTime() - pollWindowMs))
    .where('plan', 'is not', null)
    .select(['id', 'plan', 'created_by'])
    .orderBy('id', 'desc')
    .execute()
  const [last] = setups
  if (!last) return
  await trx
    .updateTable('card_setups')
    .set({ done_at: at })
    .where('workspace_id', '=', workspaceId)
    .where(
      'id',
      'in',
      setups.map(({ id }) => id),
    )
    .execute()
  if (!hadSubscription)
    await audit(
      trx,
      { workspace_id: workspaceId, user_id: last.created_by, kind: 'session' },
      'subscription.start',
      { plan: last.plan },
      at,
    )
}
