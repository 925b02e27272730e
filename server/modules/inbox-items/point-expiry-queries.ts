import type { Trx } from '#server/platform/database/database.ts'
import { addNotice } from './notice-queries.ts'

/** Adds an item about points that expire at a time. Returns the id of the user if it is new. */
export async function addExpiryToInbox(
  trx: Trx,
  workspaceId: string,
  { userId, points, endsAt, at }: { userId: string; points: number; endsAt: Date; at: Date },
): Promise<string[]> {
  return addNotice(
    trx,
    workspaceId,
    'points_expiring',
    { userIds: [userId], actorId: null },
    { kind: 'points_expiring', points, period_end: endsAt, created_at: at },
  )
}
