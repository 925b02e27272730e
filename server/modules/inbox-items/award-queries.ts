import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { filterRecipients } from './notice-queries.ts'
import { inboxStatements } from './queries.ts'

type AwardKind = 'approval_requested' | 'approval_reminder' | 'award_decided' | 'award_waiting'

/**
 * Adds an item about a gift of an award. A repeated one becomes unread again. Muting
 * `approval_requested` also mutes the reminder, muting `award_decided` the question to the giver.
 */
export async function addAwardToInboxes(
  trx: Trx,
  workspaceId: string,
  kind: AwardKind,
  {
    giftId,
    userIds,
    actorId,
    at,
  }: { giftId: string; userIds: string[]; actorId: string | null; at: Date },
): Promise<string[]> {
  const isRequest = kind === 'approval_requested' || kind === 'approval_reminder'
  const wanted = isRequest ? 'approval_requested' : 'award_decided'
  return inboxStatements.insertItems(
    trx,
    workspaceId,
    await filterRecipients(trx, workspaceId, userIds, wanted),
    {
      kind,
      gift_id: giftId,
      actor_ids: actorId ? [actorId] : [],
      actor_count: actorId ? 1 : 0,
      created_at: at,
    },
    sql`
      on conflict (workspace_id, user_id, gift_id, kind) where gift_id is not null
      do update set updated_at = excluded.updated_at, read_at = null`,
  )
}
