import type { CardPurpose } from '#contract/schemas/checkout.ts'
import type { SavedCard } from '#server/adapters/cards/card-provider.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'

/**
 * Saves a card in place of the old one and returns its id. An identical active card stays
 * unchanged. The first subscription card within the trial earns the lifetime discount.
 */
export async function saveCard(
  trx: Trx,
  owner: { workspace_id: string; purpose: CardPurpose; created_by: string | null },
  provider: 'local' | 'stripe',
  card: SavedCard,
  at: Date,
  id = newId(at),
): Promise<string> {
  const { workspace_id: workspaceId, purpose, created_by: createdBy } = owner
  const { ref, ...rest } = card
  const identity = { workspace_id: workspaceId, purpose, provider, provider_ref: ref }
  // Test cards have a constant ref, so compare all fields.
  const same = await trx
    .selectFrom('cards')
    .select('id')
    .where('removed_at', 'is', null)
    .where((eb) => eb.and({ ...identity, ...rest }))
    .executeTakeFirst()
  if (same) return same.id
  await trx
    .updateTable('cards')
    .set({ removed_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('purpose', '=', purpose)
    .where('removed_at', 'is', null)
    .execute()
  await trx
    .insertInto('cards')
    .values({ ...identity, id, ...rest, created_by: createdBy, created_at: at, removed_at: null })
    .execute()
  await audit(
    trx,
    { workspace_id: workspaceId, user_id: createdBy, kind: 'session' },
    'card.add',
    { card_id: id, last4: card.last4 },
    at,
  )
  if (purpose === 'subscription') {
    await trx
      .updateTable('workspaces')
      .set({ discount_claimed_at: at })
      .where('id', '=', workspaceId)
      .where('discount_claimed_at', 'is', null)
      .where('trial_ends_at', '>', at)
      .execute()
  }
  return id
}
