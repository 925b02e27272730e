import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { OutputOf, QueryOf } from '#contract/routes/index.ts'
import { loadUpcomingDates } from '#server/modules/important-dates/load-dates.ts'
import { presentAway } from '#server/modules/leave/away.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { decodeNamePosition, loadChartPeople, takePage } from './chart.ts'
import {
  countTeam,
  listTeam,
  listTeamMembersAmong,
  listTeamValues,
  type Team,
  type TeamValueRow,
} from './queries.ts'

/** Days without thanks after which a person is listed, today included. */
const unthankedDays = 30
/** Days of the values of a team, today included. */
const valueDays = 90

/** Returns the first of a number of days that end today. */
const firstDay = (days: number, { timezone }: Actor, at: Date) =>
  toLocalDay(new Date(at.getTime() - (days - 1) * dayMs), timezone)

/**
 * Returns a page of the people who report to the actor. It shows no private posts, balances or
 * purchases.
 */
export async function loadTeam(
  trx: Trx,
  actor: Actor,
  { scope, unthanked, cursor, limit }: QueryOf<'organization.team'>,
  at: Date,
): Promise<OutputOf<'organization.team'>> {
  const { workspace_id: workspaceId, user_id: managerId } = actor
  const team: Team = { managerId, scope }
  const since = firstDay(unthankedDays, actor, at)
  const newSince = new Date(at.getTime() - limits.introduction_days * dayMs)
  const [rows, counts] = await Promise.all([
    listTeam(trx, workspaceId, team, {
      after: decodeNamePosition(cursor),
      limit: limit + 1,
      unthankedSince: unthanked && since,
    }),
    countTeam(trx, workspaceId, team, since),
  ])
  const { page, nextCursor } = takePage(rows, limit)
  const people = await loadChartPeople(
    trx,
    workspaceId,
    page.map(({ id }) => id),
  )
  return {
    items: people.map((person, index) => {
      const row = page[index]
      return {
        ...person,
        last_thanked_on: row?.last_thanked_on ?? null,
        away: row ? presentAway(row) : null,
        is_new: !row?.first_accepted_at || row.first_accepted_at > newSince,
      }
    }),
    next_cursor: nextCursor,
    ...counts,
  }
}

/**
 * Returns the values of a team's thanks; none for a small team. Everyone minus the direct reports
 * may be a small group too, whose figures would be the difference.
 */
async function loadValues(trx: Trx, actor: Actor, team: Team, at: Date): Promise<TeamValueRow[]> {
  const { workspace_id: workspaceId } = actor
  const since = firstDay(valueDays, actor, at)
  const { total } = await countTeam(trx, workspaceId, team, since)
  if (total < limits.group_figures_min) return []
  if (team.scope === 'all') {
    const direct = await countTeam(trx, workspaceId, { ...team, scope: 'direct' }, since)
    const rest = total - direct.total
    if (rest > 0 && rest < limits.group_figures_min) return []
  }
  return listTeamValues(trx, workspaceId, team, since)
}

/** Returns the coming dates of the actor's team, and the values of its thanks. */
export async function loadTeamSummary(
  trx: Trx,
  actor: Actor,
  { scope }: QueryOf<'organization.team_summary'>,
  at: Date,
): Promise<OutputOf<'organization.team_summary'>> {
  const { workspace_id: workspaceId, user_id: managerId } = actor
  const team: Team = { managerId, scope }
  const [dates, values] = await Promise.all([
    loadUpcomingDates(trx, actor, at, (ids) => listTeamMembersAmong(trx, workspaceId, team, ids)),
    loadValues(trx, actor, team, at),
  ])
  return { dates, values }
}
