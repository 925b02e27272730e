import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'

export type LeaverMailData = {
  team: string
  timezone: string
  balance: number
  token_hash: Buffer | null
  ends_at: Date
  held_at: Date | null
  ended_at: Date | null
  result: 'lapsed' | 'paid_out' | 'gift_card' | null
  points: number | null
}

/** Returns the latest grace of a deactivated user, or the one of an id, with the team. */
export async function findLeaverMailData(
  trx: Trx,
  workspaceId: string,
  userId: string | null,
  graceId: string | null,
): Promise<LeaverMailData | undefined> {
  const { rows } = await sql<LeaverMailData>`
    select w.name as team, s.timezone, b.balance::float8 as balance, g.token_hash, g.ends_at,
      g.held_at, g.ended_at, g.result, g.points::float8 as points
    from leaver_graces g
    join users u on u.workspace_id = g.workspace_id and u.id = g.user_id
      and u.state = 'deactivated'
    join wallets b on b.workspace_id = g.workspace_id and b.user_id = g.user_id
    join workspaces w on w.id = g.workspace_id
    join settings s on s.workspace_id = g.workspace_id
    where g.workspace_id = ${workspaceId} and g.user_id = ${userId}
      and (${graceId}::uuid is null or g.id = ${graceId})
    order by g.id desc
    limit 1`.execute(trx)
  return rows[0]
}
