import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { ComputedGroup, ComputedSummary, GroupsResult } from './compute-groups.ts'
import type { DayRange } from './report-period.ts'
import type { UsualRangeName } from './usual-ranges.ts'

/** What the overview of a computation shows, with the people without recognition. */
export type StoredSummary = ComputedSummary & { alone: string[]; alone_total: number }
export type StoredGroups = {
  from_day: string
  to_day: string
  computed_at: Date
  summary: StoredSummary
}
/** `stored` is null without a computation of the range. */
export type SummedTeam = { groups_claimed_at: Date | null; stored: StoredGroups | null }

/** Returns the computation of a range of a summed team; undefined for another team. */
export async function findStoredGroups(
  trx: Trx,
  workspaceId: string,
  range: UsualRangeName | undefined,
): Promise<SummedTeam | undefined> {
  const row = await trx
    .selectFrom('pair_sum_teams as t')
    .leftJoin('computed_groups as c', (join) =>
      join
        .onRef('c.workspace_id', '=', 't.workspace_id')
        .on('c.range', '=', sql<UsualRangeName>`${range ?? ''}`),
    )
    .select(['t.groups_claimed_at', 'c.from_day', 'c.to_day', 'c.computed_at', 'c.summary'])
    .where('t.workspace_id', '=', workspaceId)
    .where('t.summed_until', '=', 'infinity')
    .executeTakeFirst()
  if (!row) return undefined
  const { groups_claimed_at: claimedAt, from_day, to_day, computed_at, summary } = row
  return {
    groups_claimed_at: claimedAt,
    stored:
      from_day && to_day && computed_at
        ? { from_day, to_day, computed_at, summary: summary as StoredSummary }
        : null,
  }
}

/** Returns the group of a user in a stored computation: its first people and their number. */
export async function findStoredGroup(
  trx: Trx,
  workspaceId: string,
  { range, userId, limit }: { range: UsualRangeName; userId: string; limit: number },
): Promise<(ComputedGroup & { total: number }) | undefined> {
  const { rows } = await sql<ComputedGroup & { total: number }>`
    select people[1:${sql.lit(limit)}] as people, cardinality(people) as total, edges
    from computed_group_people
    where workspace_id = ${workspaceId} and range = ${range} and ${userId} = any (people)
    limit 1`.execute(trx)
  return rows[0]
}

/** Claims the computation of the groups of a team. Returns false if one began within `ms`. */
export async function claimGroups(
  trx: Trx,
  workspaceId: string,
  { at, ms }: { at: Date; ms: number },
): Promise<boolean> {
  const result = await trx
    .updateTable('pair_sum_teams')
    .set({ groups_claimed_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('summed_until', '=', 'infinity')
    .where((eb) =>
      eb.or([
        eb('groups_claimed_at', 'is', null),
        eb('groups_claimed_at', '<=', new Date(at.getTime() - ms)),
      ]),
    )
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Stores the groups of a range unless newer ones are stored. The row of the team is locked, so that
 * two processes store one after the other.
 */
export async function storeGroups(
  trx: Trx,
  workspaceId: string,
  {
    range,
    days,
    at,
    summary,
    rows,
  }: { range: UsualRangeName; days: DayRange; at: Date; summary: StoredSummary } & Pick<
    GroupsResult,
    'rows'
  >,
): Promise<void> {
  const team = await trx
    .selectFrom('pair_sum_teams')
    .select('workspace_id')
    .where('workspace_id', '=', workspaceId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // A reset has discarded the sums.
  if (!team) return
  await trx
    .deleteFrom('computed_groups')
    .where('workspace_id', '=', workspaceId)
    .where('range', '=', range)
    .where('computed_at', '<', at)
    .execute()
  const inserted = await trx
    .insertInto('computed_groups')
    .values({
      workspace_id: workspaceId,
      range,
      from_day: days.from,
      to_day: days.to,
      computed_at: at,
      summary: JSON.stringify(summary),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (!inserted.numInsertedOrUpdatedRows) return
  await sql`select computed_groups_add(${workspaceId}, ${range}, ${rows}::jsonb)`.execute(trx)
}
