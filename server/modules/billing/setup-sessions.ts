import type { Customer } from '#server/adapters/billing/billing-provider.ts'
import { saveCard } from '#server/modules/cards/save-card.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'

const hourMs = 3_600_000
/**
 * A page of the provider stays open for a day; somebody may go through it in its last minute, and
 * the news of it be late.
 */
const pollWindowMs = 26 * hourMs

const selectOpenSetups = (trx: Trx, workspaceId: string, since: Date) =>
  trx
    .selectFrom('card_setups')
    .where('workspace_id', '=', workspaceId)
    .where('done_at', 'is', null)
    .where('provider_ref', 'is not', null)
    .where('created_at', '>', since)

/** Whether a page of the provider was opened so lately that somebody may just come back from it. */
export async function hasOpenSetup(trx: Trx, workspaceId: string, at: Date): Promise<boolean> {
  const row = await selectOpenSetups(trx, workspaceId, new Date(at.getTime() - pollWindowMs))
    .where('expires_at', '>', at)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Looks at the provider's pages that are still open: a card that was entered there is kept in its
 * place, and the subscription's pays from now on. Only within `inTurn`, and again and again until
 * it is done. Answers whether there was one.
 */
export async function completeCardSetups(
  { db, cards, billing }: Services,
  customer: Customer,
  at: Date,
): Promise<boolean> {
  const { workspace_id: workspaceId } = customer
  if (!cards.findSetupCard || !billing) return false
  let entered = false
  const pages = await db.tenant(workspaceId, (trx) =>
    selectOpenSetups(trx, workspaceId, new Date(at.getTime() - pollWindowMs))
      .where('plan', 'is', null)
      .select(['id', 'purpose', 'provider_ref', 'created_by'])
      .orderBy('id')
      .execute(),
  )
  for (const { id, purpose, provider_ref: providerRef, created_by: createdBy } of pages) {
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
 * A subscription lives: the pages that were to begin one are done. Who opened the last of them has
 * begun it, unless it `lived` before.
 */
export async function completeOrderSetups(
  trx: Trx,
  workspaceId: string,
  lived: boolean,
  at: Date,
): Promise<void> {
  const pages = await selectOpenSetups(trx, workspaceId, new Date(at.getTime() - pollWindowMs))
    .where('plan', 'is not', null)
    .select(['id', 'plan', 'created_by'])
    .orderBy('id', 'desc')
    .execute()
  const [last] = pages
  if (!last) return
  await trx
    .updateTable('card_setups')
    .set({ done_at: at })
    .where('workspace_id', '=', workspaceId)
    .where(
      'id',
      'in',
      pages.map(({ id }) => id),
    )
    .execute()
  if (!lived)
    await audit(
      trx,
      { workspace_id: workspaceId, user_id: last.created_by, kind: 'session' },
      'subscription.start',
      { plan: last.plan },
      at,
    )
}
