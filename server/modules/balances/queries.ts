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
  const unlessHidden = (column: 'source_id' | 'actor_id') =>
    publicOnly
      ? sql`case when exists (select from posts x where x.workspace_id = ${workspaceId}
          and x.id = m.source_id and x.private) then null else ${sql.ref(`m.${column}`)} end
          as ${sql.ref(column)}`
      : sql.ref(`m.${column}`)
  const { rows } = await sql<EntryRow>`
    select e.movement_id, e.sequence, m.type, e.amount, e.balance_after, m.created_at, m.comment,
      ${unlessHidden('source_id')}, ${unlessHidden('actor_id')}, c.purchase_id, p.title
    from entries e
    join movements m on m.workspace_id = e.workspace_id and m.id = e.movement_id
    left join contributions c on m.type like 'purchase%'
      and c.workspace_id = m.workspace_id and c.id = m.source_id
    left join purchases p on p.workspace_id = c.workspace_id and p.id = c.purchase_id
    where e.workspace_id = ${workspaceId} and e.user_id = ${userId}
      and e.sequence < ${before ?? Number.MAX_SAFE_INTEGER}
    order by e.sequence desc
    limit ${sql.raw(String(Math.trunc(limit)))}`.execute(trx)
  return rows
}
