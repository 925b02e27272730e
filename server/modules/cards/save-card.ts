import type { CardPurpose } from '#contract/schemas/checkout.ts'
import type { SavedCard } from '#server/adapters/cards/card-provider.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'

/**
 * Keeps a card in place of the old one; the one in use stays as it is. The first one for the
 * subscription within the trial earns the lifetime discount. Answers its id.
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
  const own = { workspace_id: workspaceId, purpose, provider, provider_ref: ref }
  // A test card has the same name each time it is entered: what is the same is the whole of it.
  const same = await trx
    .selectFrom('cards')
    .select('id')
    .where('removed_at', 'is', null)
    .where((eb) => eb.and({ ...own, ...rest }))
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
    .values({ ...own, id, ...rest, created_by: createdBy, created_at: at, removed_at: null })
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
