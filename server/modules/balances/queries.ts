import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'

export type EntryRow = {
  movement_id: string
  sequence: number
  type: string
  amount: number
  balance_after: number
  created_at: Date
  comment: string
  /** null, like `actor_id`, for a private post that the reader may not see. */
  source_id: string | null
  actor_id: string | null
  purchase_id: string | null
  title: string | null
}

/**
 * Returns a wallet's entries, newest first, with a sequence below `before`. An entry caused by a
 * purchase carries the purchase's id and title. `publicOnly`: private posts have no source and actor.
 */
export async function listEntries(
  trx: Trx,
  workspaceId: string,
  userId: string,
  { before, limit, publicOnly }: { before: number | undefined; limit: number; publicOnly: boolean },
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.movement_id, e.sequence, m.type, e.amount, e.balance_after, m.created_at, m.comment,
      case when h.id is null then m.source_id end as source_id,
      case when h.id is null then m.actor_id end as actor_id, c.purchase_id, p.title
    from entries e
    join movements m on m.workspace_id = e.workspace_id and m.id = e.movement_id
    left join contributions c on m.type like 'purchase%'
      and c.workspace_id = m.workspace_id and c.id = m.source_id
    left join purchases p on p.workspace_id = c.workspace_id and p.id = c.purchase_id
    left join posts h on ${publicOnly} and h.workspace_id = m.workspace_id and h.id = m.source_id
      and h.private
    where e.workspace_id = ${workspaceId} and e.user_id = ${userId}
      and e.sequence < ${before ?? Number.MAX_SAFE_INTEGER}
    order by e.sequence desc
    limit ${sql.raw(String(Math.trunc(limit)))}`.execute(trx)
  return rows
}
