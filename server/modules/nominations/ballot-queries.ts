import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { likePart } from '#server/platform/database/like-pattern.ts'
import { limits } from '#contract/limits.ts'
import { type Conflict, nomineeConditions, type NomineeReader } from './member-queries.ts'
import type { RoundRow } from './queries.ts'

const { conflictOf, isOnBallot } = nomineeConditions

export type BallotRow = {
  id: string
  user_id: string | null
  group_id: string | null
  sort_name: string
  department: string | null
  nomination_count: number
  scores: number[] | null
  voted: boolean
  conflict: Conflict | null
}
type BallotRound = Pick<RoundRow, 'id' | 'decision'>

/** Returns the nominees on a ballot for a reader, as a table. */
const ballotRows = (
  { workspace_id: workspaceId, user_id: userId }: NomineeReader,
  { id: roundId, decision }: BallotRound,
) => sql`(
  select e.id, e.user_id, e.group_id,
    lower(coalesce(p.first_name || ' ' || p.last_name, g.name)) as sort_name,
    (select d.name from group_members m
      join groups d on d.workspace_id = ${workspaceId} and d.id = m.group_id
      where m.workspace_id = ${workspaceId} and m.user_id = e.user_id and m.left_at is null
        and m.kind = 'department' order by d.id limit 1) as department,
    (select count(*)::int from nominations n where n.workspace_id = ${workspaceId}
      and n.nominee_id = e.id) as nomination_count,
    (select s.scores from nomination_scores s where s.workspace_id = ${workspaceId}
      and s.nominee_id = e.id and s.juror_id = ${userId}) as scores,
    exists (select from nomination_votes v where v.workspace_id = ${workspaceId}
      and v.round_id = ${roundId} and v.voter_id = ${userId} and v.nominee_id = e.id) as voted,
    ${conflictOf(workspaceId, sql`${userId}::uuid`, decision)} as conflict
  from nominees e
  left join users p on p.workspace_id = ${workspaceId} and p.id = e.user_id
  left join groups g on g.workspace_id = ${workspaceId} and g.id = e.group_id
  where e.workspace_id = ${workspaceId} and e.round_id = ${roundId}
    and ${isOnBallot(workspaceId)}) b`

/**
 * Returns nominees of a ballot by name, after a position, without the reader and their groups:
 * nominees do not learn about their nomination.
 */
export async function listBallotRows(
  trx: Trx,
  reader: NomineeReader,
  round: BallotRound,
  page: { search: string; after: [name: string, id: string] | undefined; limit: number },
): Promise<BallotRow[]> {
  const { rows } = await sql<BallotRow>`
    select * from ${ballotRows(reader, round)}
    where coalesce(conflict not in ('self', 'member'), true) and sort_name like ${likePart(page.search.trim())}
      ${page.after ? sql`and (sort_name, id) > (${page.after[0]}, ${page.after[1]}::uuid)` : sql``}
    order by sort_name, id limit ${page.limit}`.execute(trx)
  return rows
}

/** Returns a nominee of a ballot. */
export async function findBallotRow(
  trx: Trx,
  reader: NomineeReader,
  round: BallotRound,
  nomineeId: string,
): Promise<BallotRow | undefined> {
  const { rows } = await sql<BallotRow>`
    select * from ${ballotRows(reader, round)} where id = ${nomineeId}`.execute(trx)
  return rows[0]
}

export type BallotText = { nominee_id: string; text: string; answers: (string | null)[] }

/** Returns the first texts of nominators about each of some nominees, in random order. */
export async function listBallotTexts(
  trx: Trx,
  workspaceId: string,
  nomineeIds: string[],
): Promise<BallotText[]> {
  const { rows } = await sql<BallotText>`
    select e.id as nominee_id, n.text, n.answers
    from unnest(${nomineeIds}::uuid[]) e (id)
    cross join lateral (
      select text, answers, id from nominations
      where workspace_id = ${workspaceId} and nominee_id = e.id
      order by id limit ${sql.lit(limits.nomination_ballot_texts_max)}) n
    order by n.id`.execute(trx)
  return rows
}

/** Inserts the scores of a juror for a nominee, or replaces them. */
export async function upsertScores(
  trx: Trx,
  scores: {
    workspace_id: string
    nominee_id: string
    juror_id: string
    scores: number[]
    scored_at: Date
  },
): Promise<void> {
  await trx
    .insertInto('nomination_scores')
    .values(scores)
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'nominee_id', 'juror_id'])
        .doUpdateSet({ scores: scores.scores, scored_at: scores.scored_at }),
    )
    .execute()
}

export async function deleteScores(
  trx: Trx,
  workspaceId: string,
  nomineeId: string,
  jurorId: string,
): Promise<void> {
  await trx
    .deleteFrom('nomination_scores')
    .where('workspace_id', '=', workspaceId)
    .where('nominee_id', '=', nomineeId)
    .where('juror_id', '=', jurorId)
    .execute()
}

/** Inserts the vote of a person in a round, or replaces it. */
export async function upsertVote(
  trx: Trx,
  vote: {
    workspace_id: string
    round_id: string
    voter_id: string
    nominee_id: string
    voted_at: Date
  },
): Promise<void> {
  await trx
    .insertInto('nomination_votes')
    .values(vote)
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'round_id', 'voter_id'])
        .doUpdateSet({ nominee_id: vote.nominee_id, voted_at: vote.voted_at }),
    )
    .execute()
}

export async function deleteVote(
  trx: Trx,
  workspaceId: string,
  roundId: string,
  voterId: string,
): Promise<void> {
  await trx
    .deleteFrom('nomination_votes')
    .where('workspace_id', '=', workspaceId)
    .where('round_id', '=', roundId)
    .where('voter_id', '=', voterId)
    .execute()
}
