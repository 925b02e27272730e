import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { userLimits } from '#server/modules/allowances/limits-table.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type PlanRow = Selectable<Tables['plans']>

/** Returns the plans of a team, newest first. */
export async function listPlanRows(
  trx: Trx,
  workspaceId: string,
  limit: number,
): Promise<PlanRow[]> {
  return trx
    .selectFrom('plans')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function insertPlan(trx: Trx, plan: Insertable<Tables['plans']>): Promise<void> {
  await trx.insertInto('plans').values(plan).execute()
}

export async function updatePlanColumns(
  trx: Trx,
  workspaceId: string,
  id: string,
  changes: Updateable<Tables['plans']>,
): Promise<void> {
  await trx
    .updateTable('plans')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

export async function deletePlanRow(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx
    .deleteFrom('plans')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** `allowance`: the points that all people together may give in a period. */
export type AllowanceSum = { people: number; allowance: number; unlimited: number }

/** Returns the accepted people, and the sum of what they may give in a period. */
export async function sumAllowances(trx: Trx, workspaceId: string): Promise<AllowanceSum> {
  const { rows } = await sql<AllowanceSum>`
    select count(*)::int as people, coalesce(sum(l.points_limit), 0)::float8 as allowance,
      (count(*) filter (where l.points_limit is null))::int as unlimited
    from users u
    join ${userLimits(workspaceId)} l on l.user_id = u.id
    where u.workspace_id = ${workspaceId} and u.state = 'accepted'`.execute(trx)
  return rows[0] ?? { people: 0, allowance: 0, unlimited: 0 }
}

type Days = { from: string; to: string }
export type YearPoints = {
  given: number
  awarded: number
  bonuses: number
  redeemed: number
  gift_cards: number
}

/**
 * Returns the points of a range of days: given by people from their allowances, by awards and
 * nominations, paid as bonuses, redeemed, and redeemed as gift cards. Given points are summed up to
 * the newest snapshot of reports.
 */
export async function sumYearPoints(
  trx: Trx,
  workspaceId: string,
  { from, to }: Days,
  newestSnapshot: string | undefined,
): Promise<YearPoints> {
  const { rows } = await sql<YearPoints>`
    select
      (
        select coalesce(sum(granted), 0) from daily_totals
        where workspace_id = ${workspaceId} and day between ${from}::date and ${to}::date
      ) + (
        select coalesce(sum(given_points), 0) from daily_recognition
        where workspace_id = ${workspaceId} and day between ${from}::date and ${to}::date
          and day > ${newestSnapshot ?? '-infinity'}::date
      ) - (
        select coalesce(sum(given_points), 0) from history_days
        where workspace_id = ${workspaceId} and day between ${from}::date and ${to}::date
      ) - (
        select coalesce(sum(score * cardinality(to_ids)), 0) from posts
        where workspace_id = ${workspaceId} and budget_id is not null and from_id is not null
          and deleted_at is null and day between ${from}::date and ${to}::date
      ) as given,
      (
        select coalesce(sum(score * cardinality(to_ids)), 0) from posts
        where workspace_id = ${workspaceId} and from_id is null and deleted_at is null
          and day between ${from}::date and ${to}::date
          and occasion ->> 'kind' in ('award', 'nomination')
      ) as awarded,
      (
        select coalesce(sum(points_paid), 0) from bonuses
        where workspace_id = ${workspaceId} and paid_at >= ${from}::date
      ) as bonuses,
      redeemed, gift_cards
    from (
      select coalesce(sum(price), 0) as redeemed,
        coalesce(sum(price) filter (where type = 'automatic'), 0) as gift_cards
      from purchases
      where workspace_id = ${workspaceId} and status = 'fulfilled'
        and status_changed_at >= ${from}::date) p`.execute(trx)
  return rows[0] ?? { given: 0, awarded: 0, bonuses: 0, redeemed: 0, gift_cards: 0 }
}
