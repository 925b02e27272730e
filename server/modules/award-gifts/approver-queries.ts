import { type Insertable, type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

type Excluding = { workspaceId: string; excludedIds: string[] }

/** Condition for people `u` who may decide: active ones who neither give nor receive the gift. */
const isEligible = ({ excludedIds }: Excluding): RawBuilder<boolean> =>
  sql`u.state = 'accepted' and not u.demo and u.id <> all (${excludedIds}::uuid[])`

/** Returns those of the people who may decide. */
export async function listEligible(
  trx: Trx,
  excluding: Excluding,
  userIds: string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
    where u.workspace_id = ${excluding.workspaceId} and u.id = any (${userIds}::uuid[])
      and ${isEligible(excluding)} order by u.id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Returns the nearest manager above each of the people who may decide. */
export async function listEligibleManagers(
  trx: Trx,
  excluding: Excluding,
  userIds: string[],
): Promise<string[]> {
  const { workspaceId } = excluding
  const { rows } = await sql<{ id: string }>`
    with recursive chain as (
      select p.id as root, p.manager_id as id, 1 as level from users p
      where p.workspace_id = ${workspaceId} and p.id = any (${userIds}::uuid[])
        and p.manager_id is not null
      union all
      select chain.root, p.manager_id, chain.level + 1 from chain
      join users p on p.workspace_id = ${workspaceId} and p.id = chain.id
      where p.manager_id is not null and chain.level < ${sql.lit(limits.manager_depth_max)}
    )
    select distinct nearest.id from (
      select distinct on (chain.root) u.id from chain
      join users u on u.workspace_id = ${workspaceId} and u.id = chain.id
      where ${isEligible(excluding)} order by chain.root, chain.level) nearest
    order by nearest.id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Returns administrators of settings who may decide, at most `limits.award_admins_max`. */
export async function listEligibleAdministrators(
  trx: Trx,
  excluding: Excluding,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from permissions p
    join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
    where p.workspace_id = ${excluding.workspaceId}
      and (p.global_administrator or p.account_administrator) and ${isEligible(excluding)}
    order by p.global_administrator desc, u.id
    limit ${sql.lit(limits.award_admins_max)}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Adds approvers of a step. */
export async function insertApprovers(
  trx: Trx,
  workspaceId: string,
  { giftId, step, userIds }: { giftId: string; step: number; userIds: string[] },
): Promise<void> {
  await insertRows(
    trx,
    'award_approvers',
    userIds.map((userId) => ({
      workspace_id: workspaceId,
      user_id: userId,
      gift_id: giftId,
      step,
    })),
    { skipsExisting: true },
  )
}

/** Returns the approvers of steps of gifts. */
export async function listApprovers(
  trx: Trx,
  workspaceId: string,
  giftIds: string[],
): Promise<{ gift_id: string; step: number; user_id: string }[]> {
  const { rows } = await sql<{ gift_id: string; step: number; user_id: string }>`
    select gift_id, step, user_id from award_approvers
    where workspace_id = ${workspaceId} and gift_id = any (${giftIds}::uuid[])
    order by user_id`.execute(trx)
  return rows
}

/** Removes a person from the approvers of a step. */
export async function deleteApprover(
  trx: Trx,
  workspaceId: string,
  { giftId, step, userId }: { giftId: string; step: number; userId: string },
): Promise<void> {
  await trx
    .deleteFrom('award_approvers')
    .where('workspace_id', '=', workspaceId)
    .where('gift_id', '=', giftId)
    .where('step', '=', step)
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Returns the approvers and their delegates of a time, without those who give or receive the gift.
 */
export async function listNotified(
  trx: Trx,
  excluding: Excluding,
  approverIds: string[],
  at: Date,
): Promise<string[]> {
  const { workspaceId } = excluding
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
    where u.workspace_id = ${workspaceId} and ${isEligible(excluding)}
      and (u.id = any (${approverIds}::uuid[]) or exists (select from approval_delegates d
        where d.workspace_id = ${workspaceId} and d.user_id = any (${approverIds}::uuid[])
          and d.delegate_id = u.id and d.starts_at <= ${at} and d.ends_at > ${at}))
    order by u.id`.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Returns the approver of a step in whose place a person may decide: themselves before those who
 * named them as a delegate.
 */
export async function findApproverFor(
  trx: Trx,
  workspaceId: string,
  { giftId, step, userId, at }: { giftId: string; step: number; userId: string; at: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select a.user_id from award_approvers a
    where a.workspace_id = ${workspaceId} and a.gift_id = ${giftId} and a.step = ${step}
      and (a.user_id = ${userId} or exists (select from approval_delegates d
        where d.workspace_id = ${workspaceId} and d.user_id = a.user_id
          and d.delegate_id = ${userId} and d.starts_at <= ${at} and d.ends_at > ${at}))
    order by a.user_id = ${userId} desc, a.user_id limit 1`.execute(trx)
  return rows[0]?.user_id
}

export async function insertDecision(
  trx: Trx,
  decision: Insertable<Tables['award_decisions']>,
): Promise<void> {
  await trx.insertInto('award_decisions').values(decision).execute()
}

/** Returns the owners of a budget. */
export async function listOwnersOfBudget(
  trx: Trx,
  workspaceId: string,
  budgetId: string,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('budget_owners')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('budget_id', '=', budgetId)
    .execute()
  return rows.map((row) => row.user_id)
}

/** Returns how many of these people are accepted members. */
export async function countAccepted(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from users where workspace_id = ${workspaceId}
      and id = any (${userIds}::uuid[]) and state = 'accepted'`.execute(trx)
  return rows[0]?.n ?? 0
}
