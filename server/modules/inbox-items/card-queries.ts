import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { addNotice } from './notice-queries.ts'

/**
 * Adds an item about a reported signature of a card for the administrators of settings. A repeated
 * one becomes unread again. Returns the ids of the users whose inbox changed.
 */
export async function addReportToInboxes(
  trx: Trx,
  workspaceId: string,
  { cardId, personId, at }: { cardId: string; personId: string; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.user_id as id from permissions p
    where p.workspace_id = ${workspaceId} and (p.global_administrator or p.account_administrator)
      and p.user_id <> ${personId}
    order by p.user_id limit ${sql.lit(limits.card_report_readers_max)}`.execute(trx)
  return addNotice(
    trx,
    workspaceId,
    'signature_reported',
    { userIds: rows.map(({ id }) => id), actorId: personId },
    { kind: 'signature_reported', card_id: cardId, created_at: at },
    sql`
      on conflict (workspace_id, user_id, card_id, kind) where card_id is not null
      do update set updated_at = excluded.updated_at, read_at = null`,
  )
}

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
