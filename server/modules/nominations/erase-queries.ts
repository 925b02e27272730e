import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'

/**
 * Deletes the nominations, scores and votes of an erased person, and those about them. The
 * figures of nominees stay. They contain no personal data.
 */
export async function eraseFromNominations(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<void> {
  const own = sql`(select e.id from nominees e where e.workspace_id = ${workspaceId}
    and e.user_id = ${userId})`
  await sql`
    delete from nomination_jurors where workspace_id = ${workspaceId}
      and user_id = ${userId}`.execute(trx)
  await sql`
    delete from nomination_scores where workspace_id = ${workspaceId}
      and (juror_id = ${userId} or nominee_id in ${own})`.execute(trx)
  await sql`
    delete from nomination_votes where workspace_id = ${workspaceId}
      and (voter_id = ${userId} or nominee_id in ${own})`.execute(trx)
  await sql`
    delete from nominations where workspace_id = ${workspaceId}
      and (nominator_id = ${userId} or nominee_id in ${own})`.execute(trx)
}
