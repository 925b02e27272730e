import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { kindOfType, selectFlows } from './flow-queries.ts'

/** A figure of a stored day that differs from the ledger. */
export type LiabilityDifference = {
  workspace_id: string
  day: string
  figure: string
  actual: number
  expected: number
}
export type SnapshotRow = { day: string; ends_at: Date; timezone: string }

/** Limit of listed differences of a team. */
const differencesMax = 1_000

/** Returns stored days, the newest first. */
export async function listSnapshots(
  trx: Trx,
  workspaceId: string,
  max: number,
): Promise<SnapshotRow[]> {
  return trx
    .selectFrom('liability_snapshots')
    .select(['day', 'ends_at', 'timezone'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('day', 'desc')
    .limit(max)
    .execute()
}

/**
 * Returns the points of stored days that differ from one scan of the whole ledger: in wallets, held,
 * received, held for awards, and the movements of each kind. Each movement belongs to the first day
 * that ends after it.
 */
export async function findLedgerDifferences(
  trx: Trx,
  workspaceId: string,
): Promise<LiabilityDifference[]> {
  const { rows } = await sql<Omit<LiabilityDifference, 'workspace_id'>>`
    with bounds as materialized (
      select array_agg(ends_at order by day) as ends, min(starts_at) as first_start,
        max(ends_at) as last_end
      from liability_snapshots where workspace_id = ${workspaceId}),
    days as (
      select day, row_number() over (order by day) - 1 as n, awards_held
      from liability_snapshots where workspace_id = ${workspaceId}),
    flows as materialized (
      select f.type, f.created_at, width_bucket(f.created_at, b.ends) as n, f.wallet, f.held,
        f.credit
      from bounds b, lateral (${selectFlows(workspaceId, sql`m.created_at < b.last_end`)}) f),
    awards as (
      select width_bucket(m.created_at, b.ends) as n, sum(e.amount) as points
      from bounds b
      join movements m on m.workspace_id = ${workspaceId} and m.created_at < b.last_end
        and m.type in ('award', 'award_held', 'award_released')
      join entries e on e.workspace_id = ${workspaceId} and e.movement_id = m.id
        and e.account = 'held'
      group by 1),
    sums as (
      select n, sum(wallet) as wallet, sum(held) as held, sum(credit) as credit
      from flows group by n),
    expected as (
      select d.day, unnest(array['wallets', 'held', 'received', 'awards_held']) as figure,
        unnest(array[sum(s.wallet) over so_far, sum(s.held) over so_far,
          sum(s.credit) over so_far, sum(a.points) over so_far]) as points
      from days d
      left join sums s on s.n = d.n
      left join awards a on a.n = d.n
      window so_far as (order by d.n)
      union all
      select d.day, f.kind, f.points
      from (select n, ${kindOfType} as kind, sum(wallet + held) as points
        from flows where wallet + held <> 0
          and created_at >= (select first_start from bounds)
        group by 1, 2) f
      join days d on d.n = f.n),
    actual as (
      select l.day, unnest(array['wallets', 'held', 'received']) as figure,
        unnest(array[
          sum(overdrawn + wallet_30 + wallet_90 + wallet_365 + wallet_older),
          sum(held_30 + held_90 + held_365 + held_older),
          sum(received_30 + received_90 + received_365 + received_older)]) as points
      from liability_days l where l.workspace_id = ${workspaceId} group by l.day
      union all
      select day, 'awards_held', awards_held from days
      union all
      select day, kind, sum(points) from liability_movements
      where workspace_id = ${workspaceId} group by day, kind)
    select coalesce(a.day, e.day) as day, coalesce(a.figure, e.figure) as figure,
      coalesce(a.points, 0) as actual, coalesce(e.points, 0) as expected
    from expected e
    full join actual a on a.day = e.day and a.figure = e.figure
    where coalesce(a.points, 0) <> coalesce(e.points, 0)
    order by 1, 2
    limit ${sql.lit(differencesMax)}`.execute(trx)
  return rows.map((row) => ({ ...row, workspace_id: workspaceId }))
}
