import type { Trx } from '#server/platform/database/database.ts'
import { addNotice } from './notice-queries.ts'

/**
 * Adds an item about a card to sign for `personId`, or about the card that its person received.
 * Muting `thanks` also mutes a received card. Returns the ids of the users whose inbox changed.
 */
export async function addCardToInboxes(
  trx: Trx,
  workspaceId: string,
  kind: 'card_to_sign' | 'card_delivered',
  {
    cardId,
    userIds,
    personId,
    at,
  }: { cardId: string; userIds: string[]; personId: string | null; at: Date },
): Promise<string[]> {
  const wanted = kind === 'card_to_sign' ? kind : 'thanks'
  return addNotice(
    trx,
    workspaceId,
    wanted,
    { userIds, actorId: personId },
    { kind, card_id: cardId, created_at: at },
  )
}
