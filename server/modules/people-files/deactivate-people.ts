import { refreshPeopleRules } from '#server/modules/allowances/refresh-people-rules.ts'
import { deactivateMember, type MemberChange } from '#server/modules/users/deactivate.ts'
import { findUsers } from '#server/modules/users/queries.ts'
import { withSavepoint } from '#server/platform/database/savepoint.ts'
import { Refusal } from '#server/platform/errors.ts'

/**
 * Deactivates members, whom no rule counts then. Returns for each the error code of a refused one,
 * for example of the last holder of a permission, or null. The caller holds the settings lock.
 */
export async function deactivatePeople(
  change: MemberChange,
  userIds: string[],
): Promise<Map<string, string | null>> {
  const { trx, actor, at } = change
  const codes = new Map<string, string | null>()
  // The figures of a period are not read, so any time serves as its start.
  for (const member of await findUsers(trx, actor.workspace_id, userIds, at)) {
    try {
      await withSavepoint(trx, () => deactivateMember(change, member))
      codes.set(member.id, null)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      codes.set(member.id, error.list[0]?.code ?? 'unknown')
    }
  }
  const left = [...codes].flatMap(([id, code]) => (code === null ? [id] : []))
  if (left.length) await refreshPeopleRules(trx, actor.workspace_id, left, at)
  return codes
}
