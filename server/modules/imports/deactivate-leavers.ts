import { deactivateMember, type MemberChange } from '#server/modules/users/deactivate.ts'
import type { ExistingMember } from '#server/modules/users/invite-queries.ts'
import { findUsers } from '#server/modules/users/queries.ts'
import { withSavepoint } from '#server/platform/database/savepoint.ts'
import { Refusal } from '#server/platform/errors.ts'
import { hasLeft, isActiveMember, type ParsedRow } from './parse-rows.ts'
import type { ImportOutcome } from './row-queries.ts'

/**
 * Deactivates the members among the people who have left, if the administrator agreed, and returns
 * the outcomes of all such rows by line. The last holder of a permission is refused.
 */
export async function deactivateLeavers(
  change: MemberChange,
  rows: { line: number; row: ParsedRow }[],
  { members, agreed }: { members: ReadonlyMap<string, ExistingMember>; agreed: boolean },
): Promise<Map<number, ImportOutcome>> {
  const outcomes = new Map<number, ImportOutcome>()
  const lines = new Map<string, number>()
  for (const { line, row } of rows) {
    if (!hasLeft(row)) continue
    const member = members.get(row.email)
    if (agreed && isActiveMember(member)) lines.set(member.id, line)
    else outcomes.set(line, { line, outcome: 'ignored', code: null, user_id: member?.id ?? null })
  }
  const { trx, actor, at } = change
  // The figures of a period are not read, so any time serves as its start.
  for (const member of await findUsers(trx, actor.workspace_id, [...lines.keys()], at)) {
    const line = lines.get(member.id) ?? 0
    try {
      await withSavepoint(trx, () => deactivateMember(change, member))
      outcomes.set(line, { line, outcome: 'deactivated', code: null, user_id: member.id })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const code = error.list[0]?.code ?? 'unknown'
      outcomes.set(line, { line, outcome: 'refused', code, user_id: null })
    }
  }
  return outcomes
}
