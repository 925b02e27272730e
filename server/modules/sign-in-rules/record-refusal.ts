import { hourMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { recordRefusedSignIn } from '#server/platform/audit/audit-log.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { lowestIdAt } from '#server/platform/ids.ts'
import { hasManyRefusals } from './queries.ts'

type Refused = Omit<Parameters<typeof recordRefusedSignIn>[1], 'reason'>

/**
 * Runs the work of a sign-in. When it is refused, the audit log records that in a transaction of its
 * own, up to a number for each hour, and the refusal is thrown. `describe` says what is known, or null
 * for a person without a relation to the team, which must not write to it.
 */
export async function recordingRefusals<T>(
  db: Database,
  describe: () => Refused | null,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason = error instanceof Refusal ? error.list[0]?.code : undefined
    const refused = describe()
    if (reason === undefined || refused === null) throw error
    const { workspace_id: workspaceId, at } = refused
    const hourAgo = lowestIdAt(at.getTime() - hourMs)
    await db.tenant(workspaceId, async (trx) => {
      if (!(await hasManyRefusals(trx, workspaceId, hourAgo, limits.refused_sign_ins_per_hour)))
        await recordRefusedSignIn(trx, { ...refused, reason })
    })
    throw error
  }
}
