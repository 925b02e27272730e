import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { addNotice } from './notice-queries.ts'
import { inboxStatements } from './queries.ts'

const { insertItems, wants } = inboxStatements

const onceForRound = sql`
  on conflict (workspace_id, user_id, round_id, kind) where round_id is not null do nothing`

/** Asks jurors to score the nominees of a round, each once. */
export const addJuryToInboxes = (
  trx: Trx,
  workspaceId: string,
  { roundId, userIds, at }: { roundId: string; userIds: string[]; at: Date },
): Promise<string[]> =>
  addNotice(
    trx,
    workspaceId,
    'jury_asked',
    { userIds, actorId: null },
    { kind: 'jury_asked', round_id: roundId, created_at: at },
    onceForRound,
  )

/**
 * Adds an item for everyone about whom nominators of a round shared words: nominees, and the members
 * of nominated groups and of the departments below them, unless all words are their own. Muting
 * `thanks` mutes it.
 */
export async function addWordsToInboxes(
  trx: Trx,
  workspaceId: string,
  { roundId, at }: { roundId: string; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
      with recursive thanked as materialized (
        select e.id, e.user_id, e.group_id from nominees e
        where e.workspace_id = ${workspaceId} and e.round_id = ${roundId}
          and exists (select from nominations n where n.workspace_id = ${workspaceId}
            and n.nominee_id = e.id and n.sharing <> 'nothing')),
      below as (
        select id as nominee_id, group_id as id from thanked where group_id is not null
        union
        select below.nominee_id, g.id from below join groups g on g.workspace_id = ${workspaceId}
          and g.parent_id = below.id and g.deleted_at is null)
      select u.id from users u
      where u.workspace_id = ${workspaceId} and ${wants('thanks')} and u.id in (
        select user_id from thanked where user_id is not null
        union
        select m.user_id from below join group_members m on m.workspace_id = ${workspaceId}
          and m.group_id = below.id and m.left_at is null
        where exists (select from nominations n where n.workspace_id = ${workspaceId}
          and n.nominee_id = below.nominee_id and n.sharing <> 'nothing'
          and n.nominator_id <> m.user_id))`.execute(trx)
  return insertItems(
    trx,
    workspaceId,
    rows.map((row) => row.id),
    { kind: 'kind_words', round_id: roundId, created_at: at },
    onceForRound,
  )
}
