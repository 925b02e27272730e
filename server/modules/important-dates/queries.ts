import { sql } from 'kysely'
import type { DateVisibility } from '#contract/schemas/date-visibility.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { PersonDate } from './upcoming-dates.ts'

/**
 * The visibility of a date of a person `u` in a team with settings `s`: the person's own choice, or
 * the rule of the team. Anniversaries are shown unless the person refuses.
 */
export const visibilityOf = (kind: PersonDate['kind']) =>
  kind === 'birthday'
    ? sql<DateVisibility>`(case when s.birthdays = 'off' then 'nothing'
        else coalesce(u.birthday_visibility,
          case s.birthdays when 'opt_out' then 'everyone' else 'nothing' end) end)`
    : sql<DateVisibility>`coalesce(u.anniversary_visibility, 'everyone')`

/**
 * The visibility of a date for a viewer; null when the viewer may not see it. `team`: the people
 * with the same manager, the manager and the direct reports. `private`: the manager. Persons see what
 * they show to anybody. A viewer without an id sees what is shown to everyone. `u` and `s` are the
 * person and the settings of the team.
 */
export const visibleAs = (
  kind: PersonDate['kind'],
  workspaceId: string,
  viewerId: string | null,
) => {
  const visibility = visibilityOf(kind)
  const viewerManager = sql`(select v.manager_id from users v
    where v.workspace_id = ${workspaceId} and v.id = ${viewerId})`
  return sql<Exclude<DateVisibility, 'nothing'> | null>`(case
    when ${visibility} = 'nothing' then null
    when ${visibility} = 'everyone' or u.id = ${viewerId} or u.manager_id = ${viewerId}
      then ${visibility}
    when ${visibility} = 'team' and ${viewerManager} in (u.id, u.manager_id) then 'team' end)`
}

/**
 * Returns the birthdays and anniversaries of accepted users that a viewer may see, at most `limit`.
 * `days` restricts them to days given as month x 100 + day.
 */
export async function listVisibleDates(
  trx: Trx,
  workspaceId: string,
  viewerId: string | null,
  { days, limit }: { days?: number[]; limit: number },
): Promise<PersonDate[]> {
  const dates = (kind: PersonDate['kind']) => {
    const column = sql.ref(kind === 'birthday' ? 'u.birth_date' : 'u.hire_date')
    const isOnDays = days
      ? sql`and ${sql.ref(kind === 'birthday' ? 'u.birth_day' : 'u.hire_day')}
          = any (${days}::smallint[])`
      : sql``
    return sql`
      select u.id, ${sql.lit(kind)} as kind, ${column} as day,
        ${visibleAs(kind, workspaceId, viewerId)} as visibility
      from users u
      join settings s on s.workspace_id = ${workspaceId}
      where u.workspace_id = ${workspaceId} and u.state = 'accepted' and ${column} is not null
        ${isOnDays}`
  }
  const { rows } = await sql<PersonDate>`
    select id, kind, day, visibility
    from (${dates('birthday')} union all ${dates('anniversary')}) dates
    where visibility is not null
    order by id, kind
    limit ${limit}`.execute(trx)
  return rows
}

export type FirstDay = { id: string; first_name: string; last_name: string; day: string }

/**
 * Returns the first days at work, of people who report to the viewer or share a manager with them, in
 * a period of days. People who hide their anniversary are left out.
 */
export async function listFirstDays(
  trx: Trx,
  workspaceId: string,
  viewerId: string,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<FirstDay[]> {
  const { rows } = await sql<FirstDay>`
    select u.id, u.first_name, u.last_name, u.hire_date as day
    from users u
    join users v on v.workspace_id = ${workspaceId} and v.id = ${viewerId}
    join settings s on s.workspace_id = ${workspaceId}
    where u.workspace_id = ${workspaceId} and u.state in ('pending', 'accepted')
      and u.hire_date between ${from}::date and ${to}::date and u.id <> ${viewerId}
      and (u.manager_id = ${viewerId} or u.manager_id = v.manager_id)
      and (u.first_name <> '' or u.last_name <> '')
      and ${visibleAs('anniversary', workspaceId, viewerId)} is not null
    order by u.hire_date, u.id limit ${limit}`.execute(trx)
  return rows
}

/** Returns which dates of a person a viewer may see. */
export async function findShownDates(
  trx: Trx,
  workspaceId: string,
  viewerId: string,
  userId: string,
): Promise<{ birthday: boolean; anniversary: boolean }> {
  const { rows } = await sql<{ birthday: boolean; anniversary: boolean }>`
    select ${visibleAs('birthday', workspaceId, viewerId)} is not null as birthday,
      ${visibleAs('anniversary', workspaceId, viewerId)} is not null as anniversary
    from users u
    join settings s on s.workspace_id = ${workspaceId}
    where u.workspace_id = ${workspaceId} and u.id = ${userId}`.execute(trx)
  return rows[0] ?? { birthday: false, anniversary: false }
}
