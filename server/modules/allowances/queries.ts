import { sql } from 'kysely'
import type { AudienceInput } from '#contract/schemas/audiences.ts'
import { audienceCondition } from '#server/modules/audience-members/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { type UserLimits, userLimits } from './limits-table.ts'

export type AllowanceRuleRow = {
  id: string
  name: string
  audience: AudienceInput
  points_limit: number | null
  points_limit_per_post: number | null
  extra_per_report: number
  created_at: Date
  /** The time zone of the workspace. */
  timezone: string
}

/** Returns the rules of a workspace, the first to apply first. */
export async function listRules(trx: Trx, workspaceId: string): Promise<AllowanceRuleRow[]> {
  const { rows } = await sql<AllowanceRuleRow>`
    select r.id, r.name, r.audience, r.points_limit, r.points_limit_per_post, r.extra_per_report,
      r.created_at, s.timezone
    from allowance_rules r join settings s on s.workspace_id = r.workspace_id
    where r.workspace_id = ${workspaceId}
    order by r.position, r.id`.execute(trx)
  return rows
}

/**
 * Sets the first rule whose audience includes a person, for some people or everyone; none for
 * people who are neither pending nor accepted. With some people, also for their managers, and for
 * everyone with a rule for managers, who may have lost their last report.
 */
export async function setRules(
  trx: Trx,
  workspaceId: string,
  userIds: string[] | 'all',
  { rules, today }: { rules: Pick<AllowanceRuleRow, 'id' | 'audience'>[]; today: string },
): Promise<void> {
  const cases = rules.map(
    ({ id, audience }) =>
      sql`when ${audienceCondition(workspaceId, audience, today)} then ${id}::uuid`,
  )
  const managerRules = rules.filter(({ audience }) => audience.managers_only).map(({ id }) => id)
  const isAffected = sql`and (u.id = any (${userIds}::uuid[])
    or u.id in (select manager_id from users
      where workspace_id = ${workspaceId} and id = any (${userIds}::uuid[]))
    or u.allowance_rule_id = any (${managerRules}::uuid[]))`
  await sql`
    update users set allowance_rule_id = chosen.rule_id
    from (
      select u.id, case when u.state not in ('pending', 'accepted') then null
        ${sql.join(cases, sql` `)} end as rule_id
      from users u
      where u.workspace_id = ${workspaceId} ${userIds === 'all' ? sql`` : isAffected}
    ) chosen
    where users.workspace_id = ${workspaceId} and users.id = chosen.id
      and users.allowance_rule_id is distinct from chosen.rule_id`.execute(trx)
}

export type UserLimitsRow = Omit<UserLimits, 'workspace_id' | 'user_id'> & { spent: number }

/** Returns the limits of a person, what sets them, and the points given in a period. */
export async function findUserLimits(
  trx: Trx,
  workspaceId: string,
  userId: string,
  periodStart: Date,
): Promise<UserLimitsRow> {
  const { rows } = await sql<UserLimitsRow>`
    select l.points_limit, l.points_limit_per_post, l.source, l.rule_name, l.rule_limit,
      l.extra_per_report, l.reports, coalesce(a.spent, 0)::int as spent
    from ${userLimits(workspaceId)} l
    left join allowances a on a.workspace_id = ${workspaceId} and a.user_id = l.user_id
      and a.period_start = ${periodStart}
    where l.user_id = ${userId}`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('the user does not exist')
  return row
}
