import { sql } from 'kysely'
import type { Category } from '#contract/schemas/rewards.ts'
import { selectWorth } from '#server/modules/point-worths/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'

/**
 * The part of a person in a fulfilled purchase that is in no run. `paid_before`: points of the
 * contributors before this one, in the order of their ids, of the `paid_total` of all.
 */
export type OpenPart = {
  purchase_id: string
  user_id: string
  fulfilled_at: Date
  day: string
  category: Category
  price: number
  card_country: string | null
  card_minor: number | null
  paid: number
  paid_before: number
  paid_total: number
  employee_number: string
  name: string
  country: string | null
  cost_center: string
  currency: string | null
  hundred_points_minor: number | null
}
type Times = { from: Date; before: Date; timezone: string }
/** `userIds`: only parts of these people. `country` of the people; undefined: all. */
type PartFilter = { userIds?: string[]; country?: string }

const selectPurchasesOf = (workspaceId: string, userIds: string[]) => sql`
  select purchase_id from contributions
  where workspace_id = ${workspaceId} and user_id = any (${userIds}::uuid[])`

/** Returns the parts of purchases fulfilled in a time that are in no run, the oldest first. */
export async function listOpenParts(
  trx: Trx,
  workspaceId: string,
  { from, before, timezone }: Times,
  { userIds, country }: PartFilter,
  limit: number,
): Promise<OpenPart[]> {
  const { rows } = await sql<OpenPart>`
    with fulfilled as (
      select id, status_changed_at, (status_changed_at at time zone ${timezone})::date as day,
        category, price, type, country, gift_card_value
      from purchases
      where workspace_id = ${workspaceId} and status = 'fulfilled' and not demo
        and status_changed_at >= ${from} and status_changed_at < ${before}
        ${userIds ? sql`and id in (${selectPurchasesOf(workspaceId, userIds)})` : sql``}
    ), parts as (
      select c.purchase_id, c.user_id, sum(c.amount)::int as paid,
        (sum(sum(c.amount)) over (partition by c.purchase_id order by c.user_id)
          - sum(c.amount))::int as paid_before,
        (sum(sum(c.amount)) over (partition by c.purchase_id))::int as paid_total
      from fulfilled f
      join contributions c on c.workspace_id = ${workspaceId} and c.purchase_id = f.id
        and c.status = 'fulfilled'
      group by c.purchase_id, c.user_id
    )
    select f.id as purchase_id, p.user_id, f.status_changed_at as fulfilled_at, f.day, f.category,
      f.price, p.paid, p.paid_before, p.paid_total, w.currency, w.hundred_points_minor,
      case when f.type = 'automatic' then f.country end as card_country,
      case when f.type = 'automatic' then f.gift_card_value end as card_minor,
      coalesce(e.employee_number, u.employee_number) as employee_number,
      trim(concat(u.first_name, ' ', u.last_name)) as name,
      coalesce(e.country, u.country) as country, coalesce(e.cost_center, u.cost_center) as cost_center
    from parts p
    join fulfilled f on f.id = p.purchase_id
    join users u on u.workspace_id = ${workspaceId} and u.id = p.user_id
    left join payroll_leavers e on e.workspace_id = ${workspaceId} and e.user_id = p.user_id
    left join lateral (
      ${selectWorth(workspaceId, sql`coalesce(e.country, u.country)`, sql`f.day`)}) w on true
    where not exists (
        select from payroll_lines l
        where l.workspace_id = ${workspaceId} and l.purchase_id = p.purchase_id
          and l.user_id = p.user_id and l.corrects is null)
      ${userIds ? sql`and p.user_id = any (${userIds}::uuid[])` : sql``}
      ${country === undefined ? sql`` : sql`and coalesce(e.country, u.country) = ${country}`}
    order by f.status_changed_at, f.id, p.user_id
    limit ${limit}`.execute(trx)
  return rows
}

/** A line of a run whose purchase was taken back afterwards. */
export type RevokedLine = {
  id: string
  purchase_id: string
  user_id: string
  revoked_at: Date
  day: string
  category: Category
  points: number
  employee_number: string
  name: string
  country: string | null
  cost_center: string
  currency: string | null
  value_minor: number
  limited_minor: number
  taxable_minor: number
  gross_up_minor: number
  borne_by: 'employee' | 'company' | null
  tax_rate: string | null
  rule_id: string | null
  period_start: string | null
}

/** Returns the lines without a correction whose purchases were taken back before a time. */
export async function listRevokedLines(
  trx: Trx,
  workspaceId: string,
  { before, timezone }: Omit<Times, 'from'>,
  { userIds, country }: PartFilter,
  limit: number,
): Promise<RevokedLine[]> {
  const { rows } = await sql<RevokedLine>`
    select l.id, l.purchase_id, l.user_id, p.returned_at as revoked_at,
      (p.returned_at at time zone ${timezone})::date as day, l.category, l.points,
      l.employee_number, l.name, l.country, l.cost_center, l.currency, l.value_minor,
      l.limited_minor, l.taxable_minor, l.gross_up_minor, l.borne_by, l.tax_rate, l.rule_id,
      l.period_start
    from payroll_lines l
    join purchases p on p.workspace_id = ${workspaceId} and p.id = l.purchase_id
      and p.returned_at < ${before}
    where l.workspace_id = ${workspaceId} and l.corrects is null
      and not exists (
        select from payroll_lines c
        where c.workspace_id = ${workspaceId} and c.corrects = l.id)
      ${userIds ? sql`and l.user_id = any (${userIds}::uuid[])` : sql``}
      ${country === undefined ? sql`` : sql`and l.country = ${country}`}
    order by p.returned_at, l.id
    limit ${limit}`.execute(trx)
  return rows
}

/** What lines of runs have used of the limit of a rule in a period. */
export type UsageRow = {
  user_id: string
  rule_id: string
  period_start: string
  currency: string
  limited_minor: number
  taxed_minor: number
}

/** Returns what people have used of limits in runs, in periods that begin on a day or later. */
export async function sumUsage(
  trx: Trx,
  workspaceId: string,
  { userIds, since }: { userIds: string[]; since: string },
): Promise<UsageRow[]> {
  const { rows } = await sql<UsageRow>`
    select user_id, rule_id, period_start, currency, sum(limited_minor)::float8 as limited_minor,
      sum(taxable_minor - value_minor + limited_minor)::float8 as taxed_minor
    from payroll_lines
    where workspace_id = ${workspaceId} and user_id = any (${userIds}::uuid[])
      and rule_id is not null and period_start >= ${since}::date
    group by 1, 2, 3, 4`.execute(trx)
  return rows
}
