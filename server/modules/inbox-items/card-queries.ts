import type { Trx } from '#server/platform/database/database.ts'
import { filterRecipients } from './notice-queries.ts'
import { inboxStatements } from './queries.ts'

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
  return inboxStatements.insertItems(
    trx,
    workspaceId,
    await filterRecipients(trx, workspaceId, userIds, wanted),
    {
      kind,
      card_id: cardId,
      actor_ids: personId ? [personId] : [],
      actor_count: personId ? 1 : 0,
      created_at: at,
    },
  )
}
