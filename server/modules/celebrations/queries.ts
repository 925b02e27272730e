import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { CelebrationKind } from '#contract/schemas/celebrations.ts'
import type { DateVisibility } from '#contract/schemas/date-visibility.ts'
import type { Language } from '#contract/schemas/common.ts'
import { audienceCondition } from '#server/modules/audience-members/queries.ts'
import { visibilityOf } from '#server/modules/important-dates/queries.ts'
import { isAwayOn } from '#server/modules/leave/queries.ts'
import { personName } from '#server/modules/people/queries.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type RuleRow = Selectable<Tables['celebration_rules']>

export const listRules = (trx: Trx, workspaceId: string): Promise<RuleRow[]> =>
  trx.selectFrom('celebration_rules').selectAll().where('workspace_id', '=', workspaceId).execute()

/** Inserts the rule of a kind, or replaces it. */
export async function upsertRule(
  trx: Trx,
  rule: Insertable<Tables['celebration_rules']>,
): Promise<void> {
  const { workspace_id: _workspaceId, kind: _kind, ...columns } = rule
  await trx
    .insertInto('celebration_rules')
    .values(rule)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'kind']).doUpdateSet(columns))
    .execute()
}

export async function setPlannedUntil(
  trx: Trx,
  workspaceId: string,
  plannedUntil: Date,
): Promise<void> {
  await trx
    .updateTable('celebration_rules')
    .set({ planned_until: plannedUntil })
    .where('workspace_id', '=', workspaceId)
    .execute()
}

/** A calendar day, 'YYYY-MM-DD', and the month x 100 + day of the dates celebrated on it. */
export type CalendarDay = { day: string; monthDay: number }

/** Who sees a day. A first day follows the choice for work anniversaries. */
const shownTo = (kind: CelebrationKind) =>
  visibilityOf(kind === 'birthday' ? 'birthday' : 'anniversary')
const zone = sql`coalesce(u.timezone, s.timezone)`

/** The day of a post: `day` itself, or the working day before or after a weekend. */
const postingDay = (day: RawBuilder<unknown>, weekends: RuleRow['weekends']) => {
  const weekday = sql`extract(isodow from ${day})::int`
  if (weekends === 'before') return sql`(${day} - greatest(${weekday} - 5, 0))`
  if (weekends === 'after')
    return sql`(${day} + case when ${weekday} > 5 then 8 - ${weekday} else 0 end)`
  return day
}

/**
 * The rows of people whose day of a kind falls on one of these days: `id`, `day`, `years`. People
 * who show the day to nobody are not among them. New colleagues may still be pending.
 */
function occurrences(
  workspaceId: string,
  { kind, audience }: Pick<RuleRow, 'kind' | 'audience'>,
  days: readonly CalendarDay[],
  today: string,
): RawBuilder<unknown> {
  const years = sql`(extract(year from d.day) - extract(year from u.hire_date))::int`
  const shown = shownTo(kind)
  const isOnDay = {
    birthday: sql`u.birth_day = d.month_day and u.state = 'accepted'`,
    anniversary: sql`u.hire_day = d.month_day and u.state = 'accepted' and ${years} >= 1`,
    welcome: sql`u.hire_date = d.day and u.state in ('pending', 'accepted')`,
  }[kind]
  return sql`
    select u.*, d.day, ${kind === 'anniversary' ? years : sql`null::int`} as years,
      ${zone} as zone, ${isAwayOn(sql`d.day`)} as is_away, ${shown} as shown
    from (select * from unnest(${days.map(({ day }) => day)}::date[],
      ${days.map(({ monthDay }) => monthDay)}::smallint[]) as d (day, month_day)) d
    join users u on u.workspace_id = ${workspaceId} and ${isOnDay} and not u.demo
    join settings s on s.workspace_id = ${workspaceId}
    where ${shown} <> 'nothing'
      and ${audienceCondition(workspaceId, audience, today)}`
}

/** Condition for occurrences `o` of a kind without a post so far, which may still get one. */
const isOpen = (workspaceId: string, kind: CelebrationKind): RawBuilder<boolean> => sql`not exists (
  select from celebrations c where c.workspace_id = ${workspaceId} and c.kind = ${kind}
    and c.user_id = o.id and c.year = extract(year from o.day) and c.state <> 'planned')`

/**
 * Plans the celebrations of a kind on these days, from the person's today. Changed dates, time zones
 * and hours move planned ones. Earlier days are never planned, so that a corrected date does not
 * celebrate the past.
 */
export async function planCelebrations(
  trx: Trx,
  workspaceId: string,
  rule: Pick<RuleRow, 'kind' | 'audience' | 'hour' | 'weekends'>,
  { days, today, at }: { days: readonly CalendarDay[]; today: string; at: Date },
): Promise<void> {
  await sql`
    insert into celebrations as c (workspace_id, kind, user_id, year, day, due_at)
    select ${workspaceId}, ${rule.kind}, o.id, extract(year from o.day), o.day,
      (${postingDay(sql`o.day`, rule.weekends)} + make_interval(hours => ${rule.hour}))
        at time zone o.zone
    from (${occurrences(workspaceId, rule, days, today)}) o
    where o.day >= (${at} at time zone o.zone)::date and not o.is_away
    on conflict (workspace_id, kind, user_id, year) do update set day = excluded.day,
      due_at = excluded.due_at
    where c.state = 'planned' and (c.day <> excluded.day or c.due_at <> excluded.due_at)
  `.execute(trx)
}

export type CelebrationKey = Pick<
  Selectable<Tables['celebrations']>,
  'workspace_id' | 'kind' | 'user_id' | 'year'
>

/** Returns the workspaces whose celebrations are to be planned. */
export async function listWorkspacesToPlan(db: Db, at: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ workspace_id: string }>`
    select workspace_id from celebrations_to_plan(${at}, ${limit})`.execute(db)
  return rows.map((row) => row.workspace_id)
}

/** Returns the due celebrations of all workspaces, the earliest first. */
export async function listDueCelebrations(
  db: Db,
  at: Date,
  limit: number,
): Promise<CelebrationKey[]> {
  const { rows } = await sql<CelebrationKey>`
    select * from celebrations_due(${at}, ${limit})`.execute(db)
  return rows
}

const toKey = ({ workspace_id, kind, user_id, year }: CelebrationKey) => ({
  workspace_id,
  kind,
  user_id,
  year,
})

/** Locks a planned celebration. Undefined when another process has it, or has posted it. */
export const lockPlannedCelebration = (
  trx: Trx,
  key: CelebrationKey,
): Promise<Selectable<Tables['celebrations']> | undefined> =>
  trx
    .selectFrom('celebrations')
    .selectAll()
    .where((eb) => eb.and(toKey(key)))
    .where('state', '=', 'planned')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Changes a celebration whose row the caller has locked. */
export async function updateCelebration(
  trx: Trx,
  key: CelebrationKey,
  columns: { state?: 'posted' | 'skipped'; post_id?: string; due_at?: Date },
): Promise<void> {
  await trx
    .updateTable('celebrations')
    .set(columns)
    .where((eb) => eb.and(toKey(key)))
    .execute()
}

/** Inserts a celebration that never becomes a post. */
export async function insertSkippedCelebration(
  trx: Trx,
  celebration: Omit<Insertable<Tables['celebrations']>, 'state' | 'post_id'>,
): Promise<void> {
  await trx
    .insertInto('celebrations')
    .values({ ...celebration, state: 'skipped' })
    .execute()
}

export async function deleteCelebration(trx: Trx, key: CelebrationKey): Promise<void> {
  await trx
    .deleteFrom('celebrations')
    .where((eb) => eb.and(toKey(key)))
    .execute()
}

/** The person of a celebration, with what decides about the post and its text. */
export type CelebratedPerson = {
  id: string
  first_name: string
  last_name: string
  email: string
  state: string
  manager_id: string | null
  manager_name: string | null
  language: Language
  team_language: Language
  team: string
  timezone: string
  team_timezone: string
  shown: DateVisibility
  hired_year: number
  is_in_audience: boolean
  is_away: boolean
}

/** The columns of `CelebratedPerson`, of people `u` with settings `s`. */
const personColumns = (workspaceId: string) => sql`
  u.id, u.first_name, u.last_name, u.email, u.state, u.manager_id,
  (select ${personName('m')} from users m
    where m.workspace_id = ${workspaceId} and m.id = u.manager_id and m.state = 'accepted'
  ) as manager_name,
  coalesce(u.language, s.language) as language, s.language as team_language,
  (select w.name from workspaces w where w.id = ${workspaceId}) as team,
  s.timezone as team_timezone, extract(year from u.hire_date)::int as hired_year`

/**
 * Returns the person of a celebration; undefined unless their date falls on this day, also after a
 * change.
 */
export async function findCelebratedPerson(
  trx: Trx,
  workspaceId: string,
  rule: Pick<RuleRow, 'kind' | 'audience'>,
  { userId, days, day }: { userId: string; days: readonly CalendarDay[]; day: string },
): Promise<CelebratedPerson | undefined> {
  const isOnDay =
    rule.kind === 'welcome'
      ? sql`u.hire_date = any (${days.map((one) => one.day)}::date[])`
      : sql`${sql.ref(rule.kind === 'birthday' ? 'u.birth_day' : 'u.hire_day')}
          = any (${days.map(({ monthDay }) => monthDay)}::smallint[])`
  const { rows } = await sql<CelebratedPerson>`
    select ${personColumns(workspaceId)}, ${zone} as timezone, ${isAwayOn(sql`${day}::date`)} as is_away,
      ${shownTo(rule.kind)} as shown,
      ${audienceCondition(workspaceId, rule.audience, day)} as is_in_audience
    from users u join settings s on s.workspace_id = ${workspaceId}
    where u.workspace_id = ${workspaceId} and u.id = ${userId} and ${isOnDay}`.execute(trx)
  return rows[0]
}

/** Returns the people who see a post for the team of a person: manager, peers and reports. */
export async function listCloseColleagues(
  trx: Trx,
  workspaceId: string,
  { id, manager_id: managerId }: Pick<CelebratedPerson, 'id' | 'manager_id'>,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users
    where workspace_id = ${workspaceId} and state = 'accepted' and id <> ${id}
      and (id = ${managerId} or manager_id = ${managerId} or manager_id = ${id})
    order by (id = ${managerId}) desc nulls last, id
    limit ${limit}`.execute(trx)
  return rows.map((row) => row.id)
}

export type UpcomingCelebration = Omit<CelebratedPerson, 'is_in_audience'> & {
  kind: CelebrationKind
  day: string
  posts_on: string
  years: number | null
}

/**
 * Returns a page of the celebrations of enabled kinds, by day, kind and person. `openOnly`: without
 * those that were posted or left out.
 */
export async function listUpcomingCelebrations(
  trx: Trx,
  workspaceId: string,
  rules: readonly RuleRow[],
  {
    days,
    today,
    openOnly,
    after,
    limit,
  }: {
    days: readonly CalendarDay[]
    today: string
    openOnly: boolean
    after: { day: string; kind: string; userId: string } | undefined
    limit: number
  },
): Promise<UpcomingCelebration[]> {
  const parts = rules.map(
    (rule) => sql`
      select o.*, ${rule.kind} as kind, ${postingDay(sql`o.day`, rule.weekends)} as posts_on
      from (${occurrences(workspaceId, rule, days, today)}) o
      ${openOnly ? sql`where ${isOpen(workspaceId, rule.kind)}` : sql``}`,
  )
  const { rows } = await sql<UpcomingCelebration>`
    select u.kind, u.day::text, u.posts_on::text, u.years, u.zone as timezone, u.shown,
      ${personColumns(workspaceId)}, u.is_away
    from (${sql.join(parts, sql` union all `)}) u
    join settings s on s.workspace_id = ${workspaceId}
    ${after ? sql`where (u.day, u.kind, u.id) > (${after.day}::date, ${after.kind}, ${after.userId}::uuid)` : sql``}
    order by u.day, u.kind, u.id
    limit ${limit}`.execute(trx)
  return rows
}

/** People of a kind in a month, by years. */
export type CelebrationCount = {
  month: number
  kind: CelebrationKind
  years: number | null
  people: number
}

/**
 * Returns the number of celebrations of enabled kinds by month and years, without people on leave.
 * `openOnly`: without those that were posted or left out.
 */
export async function countCelebrations(
  trx: Trx,
  workspaceId: string,
  rules: readonly RuleRow[],
  { days, today, openOnly }: { days: readonly CalendarDay[]; today: string; openOnly: boolean },
): Promise<CelebrationCount[]> {
  const parts = rules.map(
    (rule) => sql`
      select o.day, o.years, ${rule.kind} as kind
      from (${occurrences(workspaceId, rule, days, today)}) o
      where not o.is_away ${openOnly ? sql`and ${isOpen(workspaceId, rule.kind)}` : sql``}`,
  )
  const { rows } = await sql<CelebrationCount>`
    select extract(month from day)::int as month, kind, years, count(*)::int as people
    from (${sql.join(parts, sql` union all `)}) found
    group by 1, 2, 3
    order by 1, 2, 3`.execute(trx)
  return rows
}
