import { type Insertable, sql, type Updateable } from 'kysely'
import type { AudienceInput } from '#contract/schemas/audiences.ts'
import type { BonusMethod } from '#contract/schemas/bonuses.ts'
import { audienceCondition } from '#server/modules/audience-members/queries.ts'
import { colleaguePointsRows } from '#server/modules/reports/colleague-points-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type BonusRow = {
  id: string
  name: string
  text: string
  audience: AudienceInput
  starts_on: string
  ends_on: string
  method: BonusMethod
  points: number
  person_max: number | null
  budget_id: string | null
  budget_name: string | null
  budget_left: number | null
  status: 'draft' | 'paid'
  people: number | null
  points_paid: number | null
  created_at: Date
  paid_at: Date | null
  paid_by: string | null
}

/** The columns of bonus `x` and its budget `b`. */
const columns = sql`x.id, x.name, x.text, x.audience, x.starts_on, x.ends_on, x.method, x.points,
  x.person_max, x.budget_id, b.name as budget_name, b.balance::float8 as budget_left, x.status,
  x.people, x.points_paid::float8 as points_paid, x.created_at, x.paid_at, x.paid_by`
const joinBudget = sql`
  left join budgets b on b.workspace_id = x.workspace_id and b.id = x.budget_id`

/** Returns the bonuses of a workspace: unpaid ones first, newest first. */
export async function listBonusRows(
  trx: Trx,
  workspaceId: string,
  max: number,
): Promise<BonusRow[]> {
  const { rows } = await sql<BonusRow>`
    select ${columns} from bonuses x ${joinBudget} where x.workspace_id = ${workspaceId}
    order by x.status = 'paid', x.id desc limit ${max}`.execute(trx)
  return rows
}

/** Returns a bonus. `lock`: until the end of the transaction. */
export async function findBonus(
  trx: Trx,
  workspaceId: string,
  id: string,
  lock?: 'lock',
): Promise<BonusRow | undefined> {
  const { rows } = await sql<BonusRow>`
    select ${columns} from bonuses x ${joinBudget}
    where x.workspace_id = ${workspaceId} and x.id = ${id}
    ${lock ? sql`for no key update of x` : sql``}`.execute(trx)
  return rows[0]
}

export async function countUnpaidBonuses(trx: Trx, workspaceId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bonuses
    where workspace_id = ${workspaceId} and status = 'draft'`.execute(trx)
  return rows[0]?.count ?? 0
}

export async function insertBonus(trx: Trx, bonus: Insertable<Tables['bonuses']>): Promise<void> {
  await trx.insertInto('bonuses').values(bonus).execute()
}

export async function updateBonusColumns(
  trx: Trx,
  workspaceId: string,
  id: string,
  changes: Updateable<Tables['bonuses']>,
): Promise<void> {
  await trx
    .updateTable('bonuses')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

export async function deleteBonusRow(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx
    .deleteFrom('bonuses')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

export type CandidateRow = { id: string; received: number }

/**
 * Returns the accepted people of an audience with the points that they have received from colleagues
 * in the period of a bonus, by id. A bonus in proportion to them leaves out people without any.
 */
export async function listCandidates(
  trx: Trx,
  workspaceId: string,
  { audience, starts_on: from, ends_on: to, method }: BonusRow,
  { snapshotDays, today, max }: { snapshotDays: string[]; today: string; max: number },
): Promise<CandidateRow[]> {
  // With `r.points > 0` the planner expects few users and looks up each of them.
  const { rows } = await sql<CandidateRow>`
    select u.id, coalesce(r.points, 0) as received
    from users u
    left join (
      select x.user_id, sum(x.points::float8) as points
      from (${colleaguePointsRows(workspaceId, { from, to }, snapshotDays)}) x (user_id, points)
      group by x.user_id) r on r.user_id = u.id
    where u.workspace_id = ${workspaceId} and u.state = 'accepted'
      and ${audienceCondition(workspaceId, audience, today)}
      ${method === 'share' ? sql`and coalesce(r.points, 0) > 0` : sql``}
    order by u.id limit ${max}`.execute(trx)
  return rows
}

export type PaymentRow = { user_id: string; received: number; points: number }

/** Returns the payments of a bonus after one of them: most points first, then by user. */
export async function listPayments(
  trx: Trx,
  workspaceId: string,
  bonusId: string,
  { after, limit }: { after: { points: number; userId: string } | undefined; limit: number },
): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select user_id, received::float8 as received, points::float8 as points from bonus_payments
    where workspace_id = ${workspaceId} and bonus_id = ${bonusId}
      ${after ? sql`and points <= ${after.points} and (points < ${after.points} or user_id > ${after.userId}::uuid)` : sql``}
    order by points desc, user_id limit ${limit}`.execute(trx)
  return rows
}
