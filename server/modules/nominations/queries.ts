import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { AudienceInput } from '#contract/schemas/audiences.ts'
import { audienceCondition } from '#server/modules/audience-members/queries.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { insertRows } from '#server/platform/database/insert-rows.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type RoundRow = Selectable<Tables['nomination_rounds']>

const isOpen = sql<boolean>`announced_at is null and canceled_at is null`

/** Returns the rounds of a workspace, the newest first. */
export const listRoundRows = (trx: Trx, workspaceId: string, max: number): Promise<RoundRow[]> =>
  trx
    .selectFrom('nomination_rounds')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('id', 'desc')
    .limit(max)
    .execute()

/**
 * Returns a round. `share`: locked against changes of the round until the end of the transaction;
 * `change`: also against those who hold `share`.
 */
export const findRound = (
  trx: Trx,
  workspaceId: string,
  id: string,
  lock?: 'share' | 'change',
): Promise<RoundRow | undefined> =>
  trx
    .selectFrom('nomination_rounds')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .$if(lock === 'share', (query) => query.forShare())
    .$if(lock === 'change', (query) => query.forNoKeyUpdate())
    .executeTakeFirst()

/** Locks a round unless another process works on it, and returns it. */
export const lockFreeRound = (
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<RoundRow | undefined> =>
  trx
    .selectFrom('nomination_rounds')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Returns the number of open rounds, and whether one other than `exceptId` has this name. */
export async function countOpenRounds(
  trx: Trx,
  workspaceId: string,
  { name, exceptId }: { name: string; exceptId: string | null },
): Promise<{ count: number; is_name_taken: boolean }> {
  const { rows } = await sql<{ count: number; is_name_taken: boolean }>`
    select count(*)::int as count,
      coalesce(bool_or(lower(name) = lower(${name}) and id is distinct from ${exceptId}::uuid), false)
        as is_name_taken
    from nomination_rounds where workspace_id = ${workspaceId} and ${isOpen}`.execute(trx)
  return rows[0] ?? { count: 0, is_name_taken: false }
}

export async function insertRound(
  trx: Trx,
  round: Insertable<Tables['nomination_rounds']>,
): Promise<void> {
  await trx.insertInto('nomination_rounds').values(round).execute()
}

export async function updateRoundColumns(
  trx: Trx,
  workspaceId: string,
  id: string,
  changes: Updateable<Tables['nomination_rounds']>,
): Promise<void> {
  await trx
    .updateTable('nomination_rounds')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Returns the jurors of rounds. */
export const listJurors = (
  trx: Trx,
  workspaceId: string,
  roundIds: string[],
): Promise<{ round_id: string; user_id: string }[]> =>
  trx
    .selectFrom('nomination_jurors')
    .select(['round_id', 'user_id'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`round_id = any (${roundIds}::uuid[])`)
    .orderBy('user_id')
    .execute()

/** Replaces the jurors of a round. */
export async function replaceJurors(
  trx: Trx,
  workspaceId: string,
  roundId: string,
  userIds: string[],
): Promise<void> {
  await sql`
    delete from nomination_jurors where workspace_id = ${workspaceId} and round_id = ${roundId}
      and user_id <> all (${userIds}::uuid[])`.execute(trx)
  await insertRows(
    trx,
    'nomination_jurors',
    userIds.map((userId) => ({ workspace_id: workspaceId, round_id: roundId, user_id: userId })),
    { skipsExisting: true },
  )
}

/** Returns the numbers of nominations in rounds. */
export async function countNominations(
  trx: Trx,
  workspaceId: string,
  roundIds: string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ round_id: string; n: number }>`
    select round_id, count(*)::int as n from nominations
    where workspace_id = ${workspaceId} and round_id = any (${roundIds}::uuid[])
    group by round_id`.execute(trx)
  return new Map(rows.map((row) => [row.round_id, row.n]))
}

/** Returns the time zones of the accepted people of an audience. */
export async function listZones(
  trx: Trx,
  workspaceId: string,
  audience: AudienceInput,
  today: string,
): Promise<string[]> {
  const { rows } = await sql<{ zone: string }>`
    select distinct coalesce(u.timezone, s.timezone) as zone
    from users u join settings s on s.workspace_id = ${workspaceId}
    where u.workspace_id = ${workspaceId} and u.state = 'accepted'
      and ${audienceCondition(workspaceId, audience, today)}`.execute(trx)
  return rows.map((row) => row.zone)
}

/** Returns the number of accepted people of an audience. */
export async function countAcceptedPeople(
  trx: Trx,
  workspaceId: string,
  audience: AudienceInput,
  today: string,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from users u
    where u.workspace_id = ${workspaceId} and u.state = 'accepted'
      and ${audienceCondition(workspaceId, audience, today)}`.execute(trx)
  return rows[0]?.n ?? 0
}

/** Returns the value of a round, or the default value if it is retired. */
export async function findValueOfRound(
  trx: Trx,
  workspaceId: string,
  valueId: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select v.id from "values" v where v.workspace_id = ${workspaceId} and v.retired_at is null
    order by v.id = ${valueId} desc, v.is_default desc, v.id limit 1`.execute(trx)
  if (!rows[0]) throw new Error('value missing')
  return rows[0].id
}

/** Returns rounds of all workspaces whose jury is to be asked or whose result is to be fixed. */
export async function listDueRounds(
  db: Db,
  at: Date,
  limit: number,
): Promise<{ workspace_id: string; round_id: string }[]> {
  const { rows } = await sql<{ workspace_id: string; round_id: string }>`
    select workspace_id, round_id from nomination_rounds_due(${at}, ${limit})`.execute(db)
  return rows
}
