import type { CardPurpose } from '#contract/schemas/checkout.ts'
import type { SavedCard } from '#server/adapters/cards/card-provider.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { claimDiscount, findSameCard, insertCard, removeActiveCard } from './queries.ts'

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
  const sameId = await findSameCard(trx, { ...identity, ...rest })
  if (sameId !== undefined) return sameId
  await removeActiveCard(trx, workspaceId, purpose, at)
  await insertCard(trx, {
    ...identity,
    id,
    ...rest,
    created_by: createdBy,
    created_at: at,
    removed_at: null,
  })
  await audit(
    trx,
    { workspace_id: workspaceId, user_id: createdBy, kind: 'session' },
    'card.add',
    { card_id: id, last4: card.last4 },
    at,
  )
  if (purpose === 'subscription') await claimDiscount(trx, workspaceId, at)
  return id
}
