import { sql } from 'kysely'
import type { Trx } from '#server/platform/database.ts'

export type LeaderRow = { user_id: string; score: number; rank: number }

/** Who received (or gave) most between two days, both included, from the daily rollups. Ties share a rank. */
export async function leaders(
  trx: Trx, workspace_id: string, from: string, to: string, direction: 'received' | 'given', limit: number, self: string,
): Promise<{ rows: LeaderRow[]; total: number; own: LeaderRow | undefined }> {
  const column = sql.ref(direction === 'received' ? 'received_points' : 'given_points')
  const { rows } = await sql<LeaderRow & { total: number }>`
    with sums as (
      select d.user_id, sum(${column})::float8 as score from daily_recognition d
      where d.workspace_id = ${workspace_id} and d.day between ${from}::date and ${to}::date group by d.user_id having sum(${column}) > 0),
    ranked as (select user_id, score, (rank() over (order by score desc))::int as rank, sum(score) over () as total,
      row_number() over (order by score desc, user_id) as place from sums)
    select user_id, score, rank, total from ranked
    where place <= ${sql.raw(String(Math.trunc(limit)))} or user_id = ${self} order by place`.execute(trx)
  const plain = rows.map(({ user_id, score, rank }) => ({ user_id, score, rank }))
  return { rows: plain.slice(0, limit), total: rows[0]?.total ?? 0, own: plain.find((row) => row.user_id === self) }
}
