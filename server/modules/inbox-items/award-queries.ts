import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { addNotice } from './notice-queries.ts'

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
  return addNotice(
    trx,
    workspaceId,
    wanted,
    { userIds, actorId },
    { kind, gift_id: giftId, created_at: at },
    sql`
      on conflict (workspace_id, user_id, gift_id, kind) where gift_id is not null
      do update set updated_at = excluded.updated_at, read_at = null`,
  )
}
