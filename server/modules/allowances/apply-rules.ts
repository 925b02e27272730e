import type { Trx } from '#server/platform/database/database.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { listRules, setRules } from './queries.ts'

/**
 * Applies the rules for allowances to people after a change that their audiences may depend on: of
 * a person, a manager, a group or a rule. It belongs to the transaction of the change, under the
 * settings lock. `userIds` of a changed person include the managers before and after. Takes one
 * statement in a workspace without rules, two otherwise.
 */
export async function applyAllowanceRules(
  trx: Trx,
  workspaceId: string,
  userIds: string[] | 'everyone',
  at: Date,
): Promise<void> {
  const rules = await listRules(trx, workspaceId)
  const [first] = rules
  if (!first) return
  const today = toLocalDay(at, first.timezone)
  await setRules(trx, workspaceId, userIds, { rules, today })
}
