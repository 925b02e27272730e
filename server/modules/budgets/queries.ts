import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { AudienceInput } from '#contract/schemas/audiences.ts'
import type { BudgetMovement, BudgetPeriod } from '#contract/schemas/budgets.ts'
import { audienceCondition } from '#server/modules/audience-members/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type BudgetRow = {
  id: string
  name: string
  period: BudgetPeriod
  points: number
  carry_over_max: number
  givers: AudienceInput | null
  recipients: AudienceInput
  balance: number
  funded: number
  period_start: Date
  period_end: Date | null
  created_at: Date
  closed_at: Date | null
}

const columns = sql`b.id, b.name, b.period, b.points, b.carry_over_max, b.givers, b.recipients,
  b.balance::float8 as balance, b.funded::float8 as funded, b.period_start, b.period_end,
  b.created_at, b.closed_at`

/** Condition for budgets `b` that a person owns. */
const isOwner = (workspaceId: string, userId: string): RawBuilder<boolean> => sql`exists (
  select from budget_owners o where o.workspace_id = ${workspaceId} and o.budget_id = b.id
    and o.user_id = ${userId})`

/** Returns the budgets of a workspace, or those that a person owns: open ones first, by name. */
export async function listBudgetRows(
  trx: Trx,
  workspaceId: string,
  { ownerId, max }: { ownerId: string | null; max: number },
): Promise<BudgetRow[]> {
  const { rows } = await sql<BudgetRow>`
    select ${columns} from budgets b where b.workspace_id = ${workspaceId}
      ${ownerId === null ? sql`` : sql`and ${isOwner(workspaceId, ownerId)}`}
    order by b.closed_at desc nulls first, lower(b.name), b.id limit ${max}`.execute(trx)
  return rows
}

/** Returns the points left in an open budget, and locks it; undefined for a closed or ended one. */
export async function findBudgetBalance(
  trx: Trx,
  workspaceId: string,
  id: string,
  at: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ balance: number }>`
    select balance::float8 as balance from budgets
    where workspace_id = ${workspaceId} and id = ${id} and closed_at is null
      and (period_end is null or period_end > ${at})
    for no key update`.execute(trx)
  return rows[0]?.balance
}

/** Returns a budget. `lock`: until the end of the transaction. */
export async function findBudget(
  trx: Trx,
  workspaceId: string,
  id: string,
  lock?: 'lock',
): Promise<BudgetRow | undefined> {
  const { rows } = await sql<BudgetRow>`
    select ${columns} from budgets b where b.workspace_id = ${workspaceId} and b.id = ${id}
    ${lock ? sql`for no key update` : sql``}`.execute(trx)
  return rows[0]
}

/** Returns the names of budgets. */
export const listBudgetNames = (
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<{ id: string; name: string }[]> =>
  trx
    .selectFrom('budgets')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .execute()

/** Returns the open budgets whose period ends until `at`, with the time zone of the workspace. */
export async function listBudgetsEndingBy(
  trx: Trx,
  workspaceId: string,
  at: Date,
): Promise<(BudgetRow & { timezone: string })[]> {
  const { rows } = await sql<BudgetRow & { timezone: string }>`
    select ${columns}, s.timezone from budgets b join settings s on s.workspace_id = b.workspace_id
    where b.workspace_id = ${workspaceId} and b.closed_at is null and b.period_end <= ${at}
    order by b.id`.execute(trx)
  return rows
}

/** Returns the number of open budgets, and whether one other than `exceptId` has this name. */
export async function countOpenBudgets(
  trx: Trx,
  workspaceId: string,
  { name, exceptId }: { name: string; exceptId: string | null },
): Promise<{ count: number; is_name_taken: boolean }> {
  const { rows } = await sql<{ count: number; is_name_taken: boolean }>`
    select count(*)::int as count,
      coalesce(bool_or(lower(name) = lower(${name}) and id is distinct from ${exceptId}::uuid), false)
        as is_name_taken
    from budgets where workspace_id = ${workspaceId} and closed_at is null`.execute(trx)
  return rows[0] ?? { count: 0, is_name_taken: false }
}

/** Inserts a budget without points. */
export async function insertBudget(
  trx: Trx,
  budget: Omit<Insertable<Tables['budgets']>, 'balance' | 'funded'>,
): Promise<void> {
  await trx.insertInto('budgets').values(budget).execute()
}

export async function updateBudgetColumns(
  trx: Trx,
  workspaceId: string,
  id: string,
  changes: Omit<Updateable<Tables['budgets']>, 'balance' | 'funded'>,
): Promise<void> {
  await trx
    .updateTable('budgets')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Returns which of some budgets a person may give from: their own, and those of their audiences. */
export async function listGivableIds(
  trx: Trx,
  workspaceId: string,
  userId: string,
  budgets: Pick<BudgetRow, 'id' | 'givers'>[],
  today: string,
): Promise<Map<string, { owned: boolean }>> {
  const candidates = budgets.map(({ id, givers }) => {
    const isGiver = givers ? audienceCondition(workspaceId, givers, today) : sql`false`
    return sql`
      select ${id}::uuid as id, exists (select from budget_owners o
          where o.workspace_id = ${workspaceId} and o.budget_id = ${id} and o.user_id = u.id)
          as owned, ${isGiver} as given
      from users u where u.workspace_id = ${workspaceId} and u.id = ${userId}`
  })
  if (!candidates.length) return new Map()
  const { rows } = await sql<{ id: string; owned: boolean }>`
    select id, owned from (${sql.join(candidates, sql` union all `)}) c where owned or given`.execute(
    trx,
  )
  return new Map(rows.map(({ id, owned }) => [id, { owned }]))
}

/** Returns whether an audience includes all of these people. */
export async function includesAll(
  trx: Trx,
  workspaceId: string,
  audience: AudienceInput,
  { userIds, today }: { userIds: string[]; today: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from users u where u.workspace_id = ${workspaceId} and u.id = any (${userIds}::uuid[])
      and not ${audienceCondition(workspaceId, audience, today)} limit 1`.execute(trx)
  return rows.length === 0
}

export type BudgetMovementRow = {
  id: string
  type: BudgetMovement['type']
  points: number
  reason: string
  actor_id: string | null
  post_id: string | null
  other_id: string | null
  other_name: string | null
  created_at: Date
}

/**
 * Returns the movements of a budget with an id below `before`, newest first, without those of awards
 * that the reader would get.
 */
export async function listBudgetMovements(
  trx: Trx,
  workspaceId: string,
  budgetId: string,
  {
    before,
    limit,
    reader,
  }: {
    before: string | undefined
    limit: number
    reader: { userId: string; seesPrivatePosts: boolean }
  },
): Promise<BudgetMovementRow[]> {
  const { rows } = await sql<BudgetMovementRow>`
    select m.id, m.type, e.amount::float8 as points, m.comment as reason, m.actor_id,
      p.id as post_id, other.id as other_id, other.name as other_name, m.created_at
    from entries e
    join movements m on m.workspace_id = e.workspace_id and m.id = e.movement_id
    left join posts p on p.workspace_id = m.workspace_id and p.id = m.source_id
      and p.deleted_at is null and (not p.private or ${reader.seesPrivatePosts}
        or p.from_id = ${reader.userId} or ${reader.userId} = any (p.to_ids))
    left join entries o on m.type = 'budget_moved' and o.workspace_id = e.workspace_id
      and o.movement_id = e.movement_id and o.budget_id <> e.budget_id
    left join budgets other on other.workspace_id = o.workspace_id and other.id = o.budget_id
    where e.workspace_id = ${workspaceId} and e.budget_id = ${budgetId}
      and not (m.type in ('award_held', 'award_released') and exists (
        select from award_receivers r
        join award_gifts g on g.workspace_id = r.workspace_id and g.id = r.gift_id
        where r.workspace_id = ${workspaceId} and r.gift_id = m.source_id
          and r.user_id = ${reader.userId} and g.status <> 'approved'))
      ${before === undefined ? sql`` : sql`and e.movement_id < ${before}::uuid`}
    order by e.movement_id desc limit ${limit}`.execute(trx)
  return rows
}
