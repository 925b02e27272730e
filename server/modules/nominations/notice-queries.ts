import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'

export type RoundNotice = {
  name: string
  /** Whether the reader can still score as a juror. */
  awaits_scores: boolean
  /** The last day to score, as 'YYYY-MM-DD'. */
  decides_on: string
}

/** Returns a round for a message to one reader; undefined when it was deleted. */
export async function findRoundNotice(
  trx: Trx,
  workspaceId: string,
  { roundId, userId, at }: { roundId: string; userId: string; at: Date },
): Promise<RoundNotice | undefined> {
  const { rows } = await sql<RoundNotice>`
    select r.name, r.decides_on::text as decides_on,
      r.decided_at is null and r.canceled_at is null and r.decides_at > ${at}
        and exists (select from nomination_jurors j where j.workspace_id = ${workspaceId}
          and j.round_id = r.id and j.user_id = ${userId}) as awaits_scores
    from nomination_rounds r
    where r.workspace_id = ${workspaceId} and r.id = ${roundId}`.execute(trx)
  return rows[0]
}
