import { limits } from '#contract/limits.ts'
import type { OfficeScreenPerson, OfficeScreenView } from '#contract/schemas/office-screens.ts'
import type { Person } from '#contract/schemas/users.ts'
import { loadUpcomingDates } from '#server/modules/important-dates/load-dates.ts'
import { loadPeople, requirePerson } from '#server/modules/people/load-people.ts'
import { listLeaders } from '#server/modules/reports/queries.ts'
import { resolveLeaderboardDays } from '#server/modules/reports/report-period.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import { listNewestPublicPosts, type OpenedScreen } from './queries.ts'

const presentPerson = ({
  name,
  first_name,
  last_name,
  avatar,
  state,
}: Person): OfficeScreenPerson => ({
  name: state === 'deleted' ? '' : name,
  first_name,
  last_name,
  avatar,
  is_former: state === 'deleted',
})

async function loadPosts(trx: Trx, workspaceId: string): Promise<OfficeScreenView['posts']> {
  const rows = await listNewestPublicPosts(trx, workspaceId, {
    limit: limits.office_screen_posts_max,
    recipients: limits.office_screen_recipients_max,
  })
  const people = await loadPeople(
    trx,
    workspaceId,
    rows.flatMap((row) => (row.from_id === null ? row.to_ids : [row.from_id, ...row.to_ids])),
  )
  const personOf = (id: string) => presentPerson(requirePerson(people, id))
  return rows.map((row) => ({
    id: row.id,
    from: row.from_id === null ? null : personOf(row.from_id),
    to: row.to_ids.map(personOf),
    to_count: row.to_count,
    value: { name: row.value_name, emoji: row.value_emoji, color: row.value_color },
    score: row.score,
    description: row.description,
    created_at: row.created_at.toISOString(),
  }))
}

/** Returns the leaderboard as every member sees it, or null for a team that hides it. */
async function loadLeaders(
  trx: Trx,
  workspaceId: string,
  {
    show_leaderboard: isShown,
    leaderboard_mode: mode,
    limit_period: period,
    timezone,
  }: OpenedScreen,
  at: Date,
): Promise<OfficeScreenView['leaders']> {
  if (!isShown) return null
  const days = resolveLeaderboardDays({}, period, timezone, at)
  const { rows, total } = await listLeaders(
    trx,
    { workspaceId, days, includePrivate: false },
    mode === 'givers' ? 'given' : 'received',
    mode === 'together' ? 0 : limits.office_screen_leaders_max,
  )
  const people = await loadPeople(
    trx,
    workspaceId,
    rows.map((row) => row.user_id),
  )
  return {
    mode,
    period,
    total,
    items: rows.map(({ user_id: userId, score }) => ({
      person: presentPerson(requirePerson(people, userId)),
      score,
    })),
  }
}

/** Returns the next dates that people show to everyone. */
async function loadDates(
  trx: Trx,
  workspaceId: string,
  { timezone }: OpenedScreen,
  at: Date,
): Promise<OfficeScreenView['dates']> {
  const dates = await loadUpcomingDates(
    trx,
    { workspace_id: workspaceId, user_id: null, timezone },
    at,
  )
  return dates
    .filter(({ visibility }) => visibility === 'everyone')
    .slice(0, limits.office_screen_dates_max)
    .map(({ user, kind, date, years }) => ({ person: presentPerson(user), kind, date, years }))
}

/** Returns what a display shows: only what every member of the team sees. */
export async function loadOfficeScreenView(
  trx: Trx,
  workspaceId: string,
  screen: OpenedScreen,
  at: Date,
): Promise<OfficeScreenView> {
  return {
    team: screen.team,
    logo: { url: fileUrl(workspaceId, screen.logo_key) },
    language: screen.language,
    timezone: screen.timezone,
    active_color: screen.active_color,
    posts: await loadPosts(trx, workspaceId),
    leaders: await loadLeaders(trx, workspaceId, screen, at),
    dates: await loadDates(trx, workspaceId, screen, at),
  }
}
