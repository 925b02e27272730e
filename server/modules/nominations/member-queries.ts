import { type RawBuilder, sql } from 'kysely'
import type { BallotNominee } from '#contract/schemas/nominations.ts'
import { audienceCondition } from '#server/modules/audience-members/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { RoundRow } from './queries.ts'

type Condition = RawBuilder<boolean>
/** A reader of nominees in a workspace. */
export type NomineeReader = { workspace_id: string; user_id: string }
export type Conflict = NonNullable<BallotNominee['conflict']>

/** Returns in which of some rounds a person may nominate. */
export async function listRoundsOfNominator(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: NomineeReader,
  rounds: Pick<RoundRow, 'id' | 'nominators'>[],
  today: string,
): Promise<Set<string>> {
  const candidates = rounds.map(
    ({ id, nominators }) => sql`
      select ${id}::uuid as id from users u where u.workspace_id = ${workspaceId}
        and u.id = ${userId} and ${audienceCondition(workspaceId, nominators, today)}`,
  )
  if (!candidates.length) return new Set()
  const { rows } = await sql<{ id: string }>`${sql.join(candidates, sql` union all `)}`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

/** Condition for nominees `e` that are accepted people, or groups with an accepted member. */
const isPresent = (workspaceId: string): Condition => sql`(case
  when e.user_id is not null then exists (select from users u where u.workspace_id = ${workspaceId}
    and u.id = e.user_id and u.state = 'accepted')
  else exists (
    with recursive below as (
      select g.id from groups g where g.workspace_id = ${workspaceId} and g.id = e.group_id
        and g.deleted_at is null
      union all
      select g.id from below join groups g on g.workspace_id = ${workspaceId}
        and g.parent_id = below.id and g.deleted_at is null)
    select from below
    join group_members m on m.workspace_id = ${workspaceId} and m.group_id = below.id
      and m.left_at is null
    join users u on u.workspace_id = ${workspaceId} and u.id = m.user_id and u.state = 'accepted')
  end)`

/** Condition for nominees `e` that jurors and voters decide about. */
const isOnBallot = (workspaceId: string): Condition => sql`(e.excluded_at is null
  and exists (select from nominations n where n.workspace_id = ${workspaceId}
    and n.nominee_id = e.id)
  and ${isPresent(workspaceId)})`

/** Condition for nominees `e` that are a group of the reader, or a department above one. */
const isOwnGroup = (workspaceId: string, userId: RawBuilder<unknown>): Condition => sql`(
  e.group_id is not null and (
    exists (select from group_owners o where o.workspace_id = ${workspaceId}
      and o.group_id = e.group_id and o.user_id = ${userId})
    or e.group_id in (
      with recursive above as (
        select m.group_id as id from group_members m where m.workspace_id = ${workspaceId}
          and m.user_id = ${userId} and m.left_at is null
        union
        select g.parent_id from above join groups g on g.workspace_id = ${workspaceId}
          and g.id = above.id where g.parent_id is not null)
      select id from above)))`

/**
 * Returns the SQL of the conflict of interest of a person and nominee `e`; null without one. A voter
 * has fewer conflicts than a juror.
 */
const conflictOf = (
  workspaceId: string,
  userId: RawBuilder<unknown>,
  decision: RoundRow['decision'],
): RawBuilder<Conflict | null> => sql`(case
  when coalesce(e.user_id = ${userId}, false) then 'self'
  when ${isOwnGroup(workspaceId, userId)} then 'member'
  ${
    decision === 'vote'
      ? sql``
      : sql`
  when exists (select from users u where u.workspace_id = ${workspaceId} and u.id = e.user_id
    and u.manager_id = ${userId}) then 'manager'
  when exists (select from users u where u.workspace_id = ${workspaceId} and u.id = ${userId}
    and u.manager_id = e.user_id) then 'report'
  when exists (select from nominations n where n.workspace_id = ${workspaceId}
    and n.nominee_id = e.id and n.nominator_id = ${userId}) then 'nominator'`
  } end)`

/** Conditions that the statements of other files share. */
export const nomineeConditions = { isPresent, isOnBallot, conflictOf }

export type OwnFigures = {
  round_id: string
  is_juror: boolean
  own_nominations: number
  voted: boolean
  to_score: number
  can_vote: boolean
}

/**
 * Returns what a person is and has done in rounds. `decidingIds`: rounds that are decided now, for
 * the number of nominees that the person has not scored, and whether there is one to vote for.
 */
export async function listOwnFigures(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: NomineeReader,
  roundIds: string[],
  decidingIds: string[],
): Promise<OwnFigures[]> {
  const isJuror = sql`exists (select from nomination_jurors j where j.workspace_id = ${workspaceId}
    and j.round_id = r.id and j.user_id = ${userId})`
  const { rows } = await sql<OwnFigures>`
    select r.id as round_id, ${isJuror} as is_juror,
      (select count(*)::int from nominations n where n.workspace_id = ${workspaceId}
        and n.nominator_id = ${userId} and n.round_id = r.id) as own_nominations,
      exists (select from nomination_votes v
        join nominees e on e.workspace_id = ${workspaceId} and e.id = v.nominee_id
        where v.workspace_id = ${workspaceId} and v.round_id = r.id and v.voter_id = ${userId}
          and ${isOnBallot(workspaceId)}) as voted,
      r.decision = 'vote' and r.id = any (${decidingIds}::uuid[]) and exists (
        select from nominees e where e.workspace_id = ${workspaceId} and e.round_id = r.id
          and ${isOnBallot(workspaceId)}
          and ${conflictOf(workspaceId, sql`${userId}::uuid`, 'vote')} is null) as can_vote,
      case when r.id = any (${decidingIds}::uuid[]) and ${isJuror} then (
        select count(*)::int from nominees e where e.workspace_id = ${workspaceId}
          and e.round_id = r.id and ${isOnBallot(workspaceId)}
          and ${conflictOf(workspaceId, sql`${userId}::uuid`, 'jury')} is null
          and not exists (select from nomination_scores s where s.workspace_id = ${workspaceId}
            and s.nominee_id = e.id and s.juror_id = ${userId})) else 0 end as to_score
    from nomination_rounds r
    where r.workspace_id = ${workspaceId} and r.id = any (${roundIds}::uuid[])`.execute(trx)
  return rows
}
