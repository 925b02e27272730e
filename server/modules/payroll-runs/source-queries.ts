import { sql } from 'kysely'
import type { Category } from '#contract/schemas/rewards.ts'
import { personName } from '#server/modules/people/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { runWithoutNestedLoops } from '#server/platform/database/without-nested-loops.ts'

/**
 * The part of a person in a fulfilled purchase that is in no run. `team_amounts`, of a team reward:
 * the points of the person, of the contributors before, in the order of their ids, and of all.
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
  amount: number
  team_amounts: [own: number, before: number, total: number] | null
  employee_number: string
  name: string
  country: string | null
  cost_center: string
}
type Times = { from: Date; before: Date; timezone: string }
/** `userIds`: only parts of these people. `country` of the people; undefined: all. */
type PartFilter = { userIds?: string[]; country?: string }

/** Condition for contributions `c` that are fulfilled in a time and in no run. */
const isOpen = (workspaceId: string, { from, before }: Omit<Times, 'timezone'>) => sql`
  c.workspace_id = ${workspaceId} and c.status = 'fulfilled' and not c.in_payroll_run
  and c.fulfilled_at >= ${from} and c.fulfilled_at < ${before}`

/** Returns when the first part was fulfilled that is in no run, in a time. Null without any. */
export async function findFirstOpenPart(
  trx: Trx,
  workspaceId: string,
  times: Omit<Times, 'timezone'>,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(c.fulfilled_at) as at from contributions c
    where ${isOpen(workspaceId, times)}`.execute(trx)
  return rows[0]?.at ?? null
}

const compareIds = (a: string, b: string): number => Number(a > b) - Number(a < b)
const compareParts = (a: OpenPart, b: OpenPart): number =>
  a.fulfilled_at.getTime() - b.fulfilled_at.getTime() ||
  compareIds(a.purchase_id, b.purchase_id) ||
  compareIds(a.user_id, b.user_id)

/** Returns each part once, the oldest first. A person may contribute several times to a purchase. */
const sortParts = (parts: OpenPart[]): OpenPart[] =>
  parts.toSorted(compareParts).filter((part, index, sorted) => {
    const before = sorted[index - 1]
    return !before || compareParts(before, part) !== 0
  })

/**
 * Returns the parts of purchases fulfilled in a time that are in no run, the oldest first. Only a
 * team reward has several contributors, and several contributions of one person. The parts are
 * sorted here, so that they are read while the database looks for more.
 */
export async function listOpenParts(
  trx: Trx,
  workspaceId: string,
  { from, before, timezone }: Times,
  { userIds, country }: PartFilter,
  limit: number,
): Promise<OpenPart[]> {
  const query = sql<OpenPart | (Omit<OpenPart, 'price'> & { price: null })>`
    with open as materialized (
      select c.purchase_id, c.user_id, c.amount, c.fulfilled_at from contributions c
      where ${isOpen(workspaceId, { from, before })}
        ${userIds ? sql`and c.user_id = any (${userIds}::uuid[])` : sql``})
    select c.purchase_id, c.user_id, c.fulfilled_at,
      (c.fulfilled_at at time zone ${timezone})::date as day, p.category, p.price, c.amount,
      case when p.reward_type = 'team' then (
        select array[
          coalesce(sum(o.amount) filter (where o.user_id = c.user_id), 0),
          coalesce(sum(o.amount) filter (where o.user_id < c.user_id), 0),
          sum(o.amount)]::int[]
        from contributions o
        where o.workspace_id = ${workspaceId} and o.purchase_id = p.id and o.status = 'fulfilled')
      end as team_amounts,
      case when p.type = 'automatic' then p.country end as card_country,
      case when p.type = 'automatic' then p.gift_card_value end as card_minor,
      coalesce(e.employee_number, u.employee_number) as employee_number,
      ${personName('u')} as name,
      coalesce(e.country, u.country) as country, coalesce(e.cost_center, u.cost_center) as cost_center
    from open c
    left join purchases p on p.workspace_id = ${workspaceId} and p.id = c.purchase_id
      and p.id = any (array(select purchase_id from open)) and p.status = 'fulfilled' and not p.demo
      and p.status_changed_at >= ${from} and p.status_changed_at < ${before}
    left join users u on u.workspace_id = ${workspaceId} and u.id = c.user_id
      and u.id = any (array(select user_id from open))
    left join payroll_leavers e on e.workspace_id = ${workspaceId} and e.user_id = c.user_id
    ${country === undefined ? sql`` : sql`where coalesce(e.country, u.country) = ${country}`}
    limit ${limit}`
  // Parts of demonstration data have no purchase.
  const { rows } = await runWithoutNestedLoops(trx, query)
  return sortParts(rows.filter((row) => row.price !== null))
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

/**
 * Returns what people have used of limits in runs, in periods that begin on a day or later: these
 * people, and with `open` those with parts of a time in no run.
 */
export async function sumUsage(
  trx: Trx,
  workspaceId: string,
  {
    userIds = [],
    open,
    since,
  }: { userIds?: string[]; open?: Omit<Times, 'timezone'>; since: string },
): Promise<UsageRow[]> {
  const { rows } = await sql<UsageRow>`
    select user_id, rule_id, period_start, currency, sum(limited_minor::float8) as limited_minor,
      sum((taxable_minor - value_minor + limited_minor)::float8) as taxed_minor
    from payroll_lines
    where workspace_id = ${workspaceId} and user_id = any (${userIds}::uuid[]
        ${
          open
            ? sql`|| array(select c.user_id from contributions c where ${isOpen(workspaceId, open)})`
            : sql``
        })
      and rule_id is not null and period_start >= ${since}::date
    group by 1, 2, 3, 4`.execute(trx)
  return rows
}
