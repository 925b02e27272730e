import { sql } from 'kysely'
import { userLimits } from '#server/modules/allowances/limits-table.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** A post of a digest. `to` has the first recipient, `more` the number of the others. */
export type DigestPost = {
  from_id: string
  to_id: string
  more: number
  description: string
  color: string
}

/** Returns posts of a digest, in the order of `ids`, without those deleted since. */
export async function listDigestPosts(
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<DigestPost[]> {
  const { rows } = await sql<DigestPost>`
    select p.from_id, p.to_ids[1] as to_id, cardinality(p.to_ids) - 1 as more, p.description,
      v.color
    from posts p
    join "values" v on v.workspace_id = p.workspace_id and v.id = p.value_id
    where p.workspace_id = ${workspaceId} and p.id = any (${ids}::uuid[])
      and p.deleted_at is null and not p.private
    order by array_position(${ids}::uuid[], p.id)`.execute(trx)
  return rows
}

/**
 * Returns how often colleagues thanked the person on some days, and the points, private ones
 * included. The days also have the points of posts by the company.
 */
export async function findOwnWeek(
  trx: Trx,
  workspaceId: string,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<{ thanks: number; points: number }> {
  const { rows } = await sql<{ thanks: number; points: number }>`
    select coalesce(sum(received_posts), 0)::int as thanks,
      (coalesce(sum(received_points), 0) - (
        select coalesce(sum(score), 0) from posts
        where workspace_id = ${workspaceId} and from_id is null and ${userId} = any (to_ids)
          and day between ${from}::date and ${to}::date and (deleted_at is null or points_kept)
      ))::int as points
    from daily_recognition
    where workspace_id = ${workspaceId} and user_id = ${userId}
      and day between ${from}::date and ${to}::date`.execute(trx)
  return rows[0] ?? { thanks: 0, points: 0 }
}

/** Returns the points that a person may still give in a period; null when there is no limit. */
export async function findPointsLeft(
  trx: Trx,
  workspaceId: string,
  userId: string,
  periodStart: Date,
): Promise<number | null> {
  const { rows } = await sql<{ points: number | null }>`
    select l.points_limit - coalesce(a.spent, 0)::int as points
    from ${userLimits(workspaceId)} l
    left join allowances a on a.workspace_id = ${workspaceId} and a.user_id = l.user_id
      and a.period_start = ${periodStart}
    where l.user_id = ${userId}`.execute(trx)
  return rows[0]?.points ?? null
}
