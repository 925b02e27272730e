import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { NomineeReader } from './member-queries.ts'

/** When a round passed its words on; null before. */
const passedAt = sql`coalesce(r.announced_at, r.canceled_at)`

/**
 * The words that nominators shared about a person, or about a group in which the person was when the
 * words were passed on, as tables `n`, `e` and `r`.
 */
const sharedWords = (workspaceId: string, userId: RawBuilder<unknown>) => sql`(
    with recursive mine as (
      select m.group_id, m.joined_at, m.left_at from group_members m
      where m.workspace_id = ${workspaceId} and m.user_id = ${userId}
      union
      select g.parent_id, mine.joined_at, mine.left_at from mine
      join groups g on g.workspace_id = ${workspaceId} and g.id = mine.group_id
      where g.parent_id is not null)
    select o.id, o.round_id, o.group_id, null::timestamptz as joined_at,
      null::timestamptz as left_at
    from nominees o where o.workspace_id = ${workspaceId} and o.user_id = ${userId}
    union all
    select o.id, o.round_id, o.group_id, mine.joined_at, mine.left_at
    from mine join nominees o on o.workspace_id = ${workspaceId} and o.group_id = mine.group_id) e
  join nomination_rounds r on r.workspace_id = ${workspaceId} and r.id = e.round_id
    and (e.group_id is null or e.joined_at <= ${passedAt}
      and (e.left_at is null or e.left_at > ${passedAt}))
  join nominations n on n.workspace_id = ${workspaceId} and n.nominee_id = e.id
    and n.sharing <> 'nothing' and n.nominator_id <> ${userId}
    and ${passedAt} is not null`

/** The parts of shared words that other files use. */
export const wordStatements = { passedAt, sharedWords }

/** Returns whether nominators shared words about a person. */
export async function hasWords(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: NomineeReader,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from ${sharedWords(workspaceId, sql`${userId}::uuid`)}) as found`.execute(
    trx,
  )
  return rows[0]?.found ?? false
}

export type WordsRow = {
  id: string
  round_id: string
  round_name: string
  round_emoji: string
  group_id: string | null
  /** Null for words without the name. */
  nominator_id: string | null
  text: string
  passed_at: Date
}

/**
 * Returns the words that nominators shared about a person: of the latest round first, in each round
 * in random order.
 */
export async function listWords(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: NomineeReader,
  { after, limit }: { after: [passedAt: string, id: string] | undefined; limit: number },
): Promise<WordsRow[]> {
  const { rows } = await sql<WordsRow>`
    select distinct n.id, n.round_id, r.name as round_name, r.emoji as round_emoji, e.group_id,
      case when n.sharing = 'named' then n.nominator_id end as nominator_id, n.text,
      ${passedAt} as passed_at
    from ${sharedWords(workspaceId, sql`${userId}::uuid`)}
    ${
      after ? sql`where (${passedAt}, n.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``
    }
    order by passed_at desc, n.id desc limit ${limit}`.execute(trx)
  return rows
}
