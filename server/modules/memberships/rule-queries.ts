import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { GroupRule } from '#contract/schemas/groups.ts'
import type { Trx } from '#server/platform/database/database.ts'
import {
  longStatementMs,
  setStatementTimeout,
} from '#server/platform/database/statement-timeout.ts'

/**
 * Begins and ends memberships of people in groups kept by a rule, until they match the rules. The
 * caller holds the settings lock and calls it after every change that a rule can depend on. Does
 * nothing in a workspace without rules.
 */
export async function refreshRuleGroups(
  trx: Trx,
  workspaceId: string,
  userIds: string[] | 'all',
  at: Date,
): Promise<void> {
  if (userIds.length === 0) return
  const users = userIds === 'all' ? null : userIds
  // A rule of a large company begins tens of thousands of memberships.
  if (!users) await setStatementTimeout(trx, longStatementMs)
  await sql`select rule_groups_refresh(
    ${workspaceId}, ${users}::uuid[], ${limits.groups_per_user_max}, ${at})`.execute(trx)
}

/** Returns the number of accepted and pending people who match a rule. */
export async function countRuleMatches(
  trx: Trx,
  workspaceId: string,
  rule: GroupRule,
): Promise<number> {
  const rules = JSON.stringify([{ group_id: null, rule }])
  const { rows } = await sql<{ n: number }>`
    select count(*) as n
    from rule_groups_match(${workspaceId}, ${rules}::jsonb, null)`.execute(trx)
  return rows[0]?.n ?? 0
}
