import { deactivatePeople } from '#server/modules/people-files/deactivate-people.ts'
import { hasLeft, isActiveMember, type ParsedRow } from '#server/modules/people-files/parse-rows.ts'
import type { MemberChange } from '#server/modules/users/deactivate.ts'
import type { ExistingMember } from '#server/modules/users/invite-queries.ts'
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
  for (const [userId, code] of await deactivatePeople(change, [...lines.keys()])) {
    const line = lines.get(userId) ?? 0
    outcomes.set(
      line,
      code === null
        ? { line, outcome: 'deactivated', code, user_id: userId }
        : { line, outcome: 'refused', code, user_id: null },
    )
  }
  return outcomes
}
