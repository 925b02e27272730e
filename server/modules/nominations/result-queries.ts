import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { audienceCondition } from '#server/modules/audience-members/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { nomineeConditions } from './member-queries.ts'
import type { RoundRow } from './queries.ts'

const { conflictOf, isOnBallot, isPresent } = nomineeConditions

/** Figures of a nominee. `place` and `won` follow from the decision. */
export type ResultRow = {
  id: string
  user_id: string | null
  group_id: string | null
  excluded: boolean
  nominations: number
  score: number | null
  spread: number | null
  votes: number
  place: number | null
  won: boolean
  is_present: boolean
}

/** The mean of the jurors' means and its standard deviation; equal scores are equal numbers. */
const juryFigures = (workspaceId: string) => sql`
  select round(avg(m.mean), 6)::float8 as score, round(stddev_pop(m.mean), 6)::float8 as spread,
    count(*)::int as votes
  from (
    select (select avg(x) from unnest(s.scores) x) as mean
    from nomination_scores s
    join nomination_jurors j on j.workspace_id = ${workspaceId} and j.round_id = e.round_id
      and j.user_id = s.juror_id
    where s.workspace_id = ${workspaceId} and s.nominee_id = e.id) m`
const voteFigures = (workspaceId: string) => sql`
  select null::float8 as score, null::float8 as spread, count(*)::int as votes
  from nomination_votes v where v.workspace_id = ${workspaceId} and v.nominee_id = e.id`

/** Returns the figures so far of the nominees of a round, the best first. `max` null: of all. */
export async function listTallies(
  trx: Trx,
  workspaceId: string,
  { id, decision }: Pick<RoundRow, 'id' | 'decision'>,
  max: number | null,
): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    select e.id, e.user_id, e.group_id, e.excluded_at is not null as excluded,
      c.nominations, f.score, f.spread, f.votes, null::int as place, false as won,
      ${isPresent(workspaceId)} as is_present
    from nominees e
    cross join lateral (select count(*)::int as nominations from nominations n
      where n.workspace_id = ${workspaceId} and n.nominee_id = e.id) c
    cross join lateral (
      ${decision === 'jury' ? juryFigures(workspaceId) : voteFigures(workspaceId)}) f
    where e.workspace_id = ${workspaceId} and e.round_id = ${id} and c.nominations > 0
    order by f.score desc nulls last, f.votes desc, c.nominations desc, e.id
    limit ${max}`.execute(trx)
  return rows
}

/** Returns the result of a decided round, the winners first. `max` null: of all nominees. */
export async function listResults(
  trx: Trx,
  workspaceId: string,
  roundId: string,
  max: number | null,
): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    select e.id, e.user_id, e.group_id, e.excluded_at is not null as excluded,
      e.nominations, e.score, e.spread, coalesce(e.votes, 0) as votes, e.place, e.won,
      ${isPresent(workspaceId)} as is_present
    from nominees e
    where e.workspace_id = ${workspaceId} and e.round_id = ${roundId} and e.nominations is not null
    order by e.place nulls last, e.score desc nulls last, e.votes desc, e.nominations desc, e.id
    limit ${max}`.execute(trx)
  return rows
}

/** Writes the result of nominees. */
export async function updateResults(
  trx: Trx,
  workspaceId: string,
  rows: readonly ResultRow[],
): Promise<void> {
  await sql`
    update nominees e set nominations = x.nominations, score = x.score, spread = x.spread,
      votes = x.votes, place = x.place, won = x.won
    from unnest(${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ nominations }) => nominations)}::int[],
      ${rows.map(({ score }) => score)}::float8[], ${rows.map(({ spread }) => spread)}::float8[],
      ${rows.map(({ votes }) => votes)}::int[], ${rows.map(({ place }) => place)}::int[],
      ${rows.map(({ won }) => won)}::bool[])
      as x (id, nominations, score, spread, votes, place, won)
    where e.workspace_id = ${workspaceId} and e.id = x.id`.execute(trx)
}

/** Leaves a nominee out of a round, or takes them in again. Returns whether anything changed. */
export async function setExcluded(
  trx: Trx,
  workspaceId: string,
  id: string,
  excludedAt: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('nominees')
    .set({ excluded_at: excludedAt })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('excluded_at', excludedAt ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns whether a round has a nominee. */
export async function hasNominee(
  trx: Trx,
  workspaceId: string,
  roundId: string,
  nomineeId: string,
): Promise<boolean> {
  const nominee = await trx
    .selectFrom('nominees')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', nomineeId)
    .where('round_id', '=', roundId)
    .executeTakeFirst()
  return nominee !== undefined
}

/** Returns the number of jurors, and of those who have scored every nominee that they may. */
export async function countJurors(
  trx: Trx,
  workspaceId: string,
  roundId: string,
): Promise<{ invited: number; finished: number }> {
  const { rows } = await sql<{ invited: number; finished: number }>`
    select count(*)::int as invited, (count(*) filter (where not exists (
      select from nominees e where e.workspace_id = ${workspaceId} and e.round_id = ${roundId}
        and ${isOnBallot(workspaceId)} and ${conflictOf(workspaceId, sql`j.user_id`, 'jury')} is null
        and not exists (select from nomination_scores s where s.workspace_id = ${workspaceId}
          and s.nominee_id = e.id and s.juror_id = j.user_id))))::int as finished
    from nomination_jurors j
    join users p on p.workspace_id = ${workspaceId} and p.id = j.user_id and p.state = 'accepted'
    where j.workspace_id = ${workspaceId} and j.round_id = ${roundId}`.execute(trx)
  return rows[0] ?? { invited: 0, finished: 0 }
}

/**
 * Returns the number of people who may vote in a round, and of those who have. Votes stay when their
 * voter leaves, so that these people count as well.
 */
export async function countVoters(
  trx: Trx,
  workspaceId: string,
  { id: roundId, nominators }: Pick<RoundRow, 'id' | 'nominators'>,
  today: string,
): Promise<{ invited: number; finished: number }> {
  const { rows } = await sql<{ invited: number; finished: number }>`
    with voters as (
      select voter_id as id from nomination_votes
      where workspace_id = ${workspaceId} and round_id = ${roundId})
    select (select count(*)::int from users u where u.workspace_id = ${workspaceId}
        and (u.id in (select id from voters) or u.state = 'accepted'
          and ${audienceCondition(workspaceId, nominators, today)})) as invited,
      (select count(*)::int from voters) as finished`.execute(trx)
  return rows[0] ?? { invited: 0, finished: 0 }
}

export type QuoteRow = { id: string; nominee_id: string; nominator_id: string; text: string }

/** Returns the first nominations of each of some nominees that may be quoted. */
export async function listQuotes(
  trx: Trx,
  workspaceId: string,
  nomineeIds: string[],
): Promise<QuoteRow[]> {
  const { rows } = await sql<QuoteRow>`
    select n.id, e.id as nominee_id, n.nominator_id, n.text
    from unnest(${nomineeIds}::uuid[]) e (id)
    cross join lateral (
      select id, nominator_id, text from nominations
      where workspace_id = ${workspaceId} and nominee_id = e.id and may_quote
      order by id limit ${sql.lit(limits.nomination_ballot_texts_max)}) n
    order by n.id`.execute(trx)
  return rows
}

/** Marks the winners of a round, with their posts; others of the round have not won. */
export async function setWinners(
  trx: Trx,
  workspaceId: string,
  roundId: string,
  winners: readonly { id: string; post_id: string | null }[],
): Promise<void> {
  const ids = winners.map(({ id }) => id)
  await sql`
    update nominees e set won = e.id = any (${ids}::uuid[]),
      post_id = (select x.post_id from unnest(${ids}::uuid[],
        ${winners.map((winner) => winner.post_id)}::uuid[]) x (id, post_id) where x.id = e.id)
    where e.workspace_id = ${workspaceId} and e.round_id = ${roundId}
      and (e.won or e.id = any (${ids}::uuid[]))`.execute(trx)
}
