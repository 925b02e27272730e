import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { AudienceInput } from '#contract/schemas/audiences.ts'
import { limits } from '#contract/limits.ts'
import type { CustomDay } from '#contract/schemas/custom-days.ts'
import { audienceCondition } from '#server/modules/audience-members/queries.ts'
import { isAwayOn } from '#server/modules/leave/queries.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type DayRow = {
  id: string
  name: string
  date: string
  yearly: boolean
  hour: number
  audience: AudienceInput
  text: string
  points: number
  budget_id: string | null
  value_id: string | null
  enabled: boolean
  next_on: string | null
  next_at: Date | null
  awaits_budget: boolean
}
/** A day with its budget and what happened last. */
export type ListedDayRow = DayRow & { budget_name: string | null; last: CustomDay['last'] }

/** The columns of day `d`. */
const columns = sql`d.id, d.name, d.date, d.yearly, d.hour, d.audience, d.text, d.points, d.budget_id,
  d.value_id, d.enabled, d.next_on, d.next_at, d.awaits_budget`

/** Returns the days of a workspace, or one of them: coming ones first, then the newest. */
export async function listDayRows(
  trx: Trx,
  workspaceId: string,
  id?: string,
): Promise<ListedDayRow[]> {
  const { rows } = await sql<ListedDayRow>`
    select ${columns}, b.name as budget_name, to_jsonb(p) as last
    from custom_days d
    left join budgets b on b.workspace_id = d.workspace_id and b.id = d.budget_id
    left join lateral (
      select p.state, p.reason, p.people, p.points, p.posted_at from custom_day_posts p
      where p.workspace_id = ${workspaceId} and p.day_id = d.id
      order by p.year desc limit 1) p on true
    where d.workspace_id = ${workspaceId} ${id ? sql`and d.id = ${id}` : sql``}
    order by d.next_on nulls last, d.id desc
    limit ${limits.custom_days_max}`.execute(trx)
  return rows
}

/** Returns a day, locked until the end of the transaction. */
export async function lockDay(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<DayRow | undefined> {
  const { rows } = await sql<DayRow>`
    select ${columns} from custom_days d
    where d.workspace_id = ${workspaceId} and d.id = ${id} for update`.execute(trx)
  return rows[0]
}

export async function countDays(trx: Trx, workspaceId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from custom_days
    where workspace_id = ${workspaceId}`.execute(trx)
  return rows[0]?.count ?? 0
}

export async function insertDay(trx: Trx, day: Insertable<Tables['custom_days']>): Promise<void> {
  await trx.insertInto('custom_days').values(day).execute()
}

export async function updateDayColumns(
  trx: Trx,
  workspaceId: string,
  id: string,
  changes: Updateable<Tables['custom_days']>,
): Promise<void> {
  await trx
    .updateTable('custom_days')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

export async function deleteDayRow(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx
    .deleteFrom('custom_days')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Returns the last year in which a day was posted. */
export async function findLastYear(
  trx: Trx,
  workspaceId: string,
  dayId: string,
): Promise<number | null> {
  const { rows } = await sql<{ year: number | null }>`
    select max(year)::int as year from custom_day_posts
    where workspace_id = ${workspaceId} and day_id = ${dayId} and state = 'posted'`.execute(trx)
  return rows[0]?.year ?? null
}

/** Moves the coming days of a workspace to its new time zone. */
export async function moveDaysToTimezone(
  trx: Trx,
  workspaceId: string,
  timezone: string,
): Promise<void> {
  await sql`
    update custom_days
    set next_at = (next_on + make_interval(hours => hour)) at time zone ${timezone}
    where workspace_id = ${workspaceId} and next_on is not null`.execute(trx)
}

/** Condition for people `u` of an audience who are there on a day: accepted, and not on leave. */
const isCelebrated = (workspaceId: string, audience: AudienceInput, day: string) =>
  sql`u.workspace_id = ${workspaceId} and u.state = 'accepted' and not u.demo
    and not ${isAwayOn(sql`${day}::date`)} and ${audienceCondition(workspaceId, audience, day)}`

/** Returns the number of people of each audience on a day, in their order. It counts up to `max`. */
export async function countCelebrated(
  trx: Trx,
  workspaceId: string,
  audiences: readonly AudienceInput[],
  { day, max }: { day: string; max: number },
): Promise<number[]> {
  if (!audiences.length) return []
  const counts = audiences.map(
    (audience) => sql`(select count(*)::int from (
      select from users u where ${isCelebrated(workspaceId, audience, day)} limit ${max}) x)`,
  )
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}] as counts`.execute(trx)
  return rows[0]?.counts ?? []
}

export type CelebratedPerson = Pick<
  Selectable<Tables['users']>,
  'id' | 'first_name' | 'last_name' | 'email'
>

/** Returns the people of an audience on a day by name, at most `limit`. */
export async function listCelebrated(
  trx: Trx,
  workspaceId: string,
  audience: AudienceInput,
  { day, limit }: { day: string; limit: number },
): Promise<CelebratedPerson[]> {
  const { rows } = await sql<CelebratedPerson>`
    select u.id, u.first_name, u.last_name, u.email from users u
    where ${isCelebrated(workspaceId, audience, day)}
    order by lower(u.first_name || ' ' || u.last_name), u.id
    limit ${limit}`.execute(trx)
  return rows
}

export type DayKey = { workspace_id: string; id: string }

/** Returns the due days of all workspaces, the earliest first. */
export async function listDueDays(db: Db, at: Date, limit: number): Promise<DayKey[]> {
  const { rows } = await sql<DayKey>`
    select * from custom_days_due(${at}, ${limit})`.execute(db)
  return rows
}

export type DueDay = DayRow & { next_on: string; team: string }

/** Locks a due day. Undefined when another process has it, or has posted it. */
export async function lockDueDay(
  trx: Trx,
  { workspace_id: workspaceId, id }: DayKey,
  at: Date,
): Promise<DueDay | undefined> {
  const { rows } = await sql<DueDay>`
    select ${columns}, (select w.name from workspaces w where w.id = ${workspaceId}) as team
    from custom_days d
    where d.workspace_id = ${workspaceId} and d.id = ${id} and d.next_at <= ${at}
    for update of d skip locked`.execute(trx)
  return rows[0]
}

/**
 * Inserts what happened on a day. It replaces that the day was skipped in the same year, before it was
 * moved. Throws when the year has posts.
 */
export async function insertDayPost(
  trx: Trx,
  result: Insertable<Tables['custom_day_posts']>,
): Promise<void> {
  const { workspace_id: workspaceId, day_id: dayId, year } = result
  await trx
    .deleteFrom('custom_day_posts')
    .where('workspace_id', '=', workspaceId)
    .where('day_id', '=', dayId)
    .where('year', '=', year)
    .where('state', '=', 'skipped')
    .execute()
  await trx.insertInto('custom_day_posts').values(result).execute()
}
