import { refreshRuleGroups } from '#server/modules/memberships/rule-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { listRules, setRules } from './queries.ts'

/**
 * Sets the allowance rule of people, or of everyone. Takes one statement in a workspace without
 * rules, two otherwise. The caller holds the settings lock.
 */
export async function refreshAllowanceRules(
  trx: Trx,
  workspaceId: string,
  userIds: string[] | 'all',
  at: Date,
): Promise<void> {
  const rules = await listRules(trx, workspaceId)
  const [first] = rules
  if (!first) return
  await setRules(trx, workspaceId, userIds, { rules, today: toLocalDay(at, first.timezone) })
}

/**
 * Updates what rules decide about people, in the transaction of a change that a rule can depend on:
 * the groups kept by a rule first, then the allowance rules, whose audiences may name such groups.
 * `userIds`: the changed people; their managers are included. The caller holds the settings lock.
 */
export async function refreshPeopleRules(
  trx: Trx,
  workspaceId: string,
  userIds: string[] | 'all',
  at: Date,
): Promise<void> {
  await refreshRuleGroups(trx, workspaceId, userIds, at)
  await refreshAllowanceRules(trx, workspaceId, userIds, at)
}
