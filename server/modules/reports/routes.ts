import { limits } from '#contract/limits.ts'
import type { LeaderboardMode } from '#contract/schemas/settings.ts'
import { readerIdOf, toViewer } from '#server/modules/posts/viewer.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import { userExists } from '#server/modules/users/queries.ts'
import { auditDetailsOfGroup } from '#server/modules/memberships/audit-details.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { streamTileRows } from './export-rows.ts'
import { presentLeader, presentValueTotals, presentValueTrends } from './present.ts'
import { resolveReportGroup } from './group-protection.ts'
import { loadGroup, loadGroups } from './recognition-groups.ts'
import { loadStatistics } from './statistics.ts'
import {
  findLeaderboardSettings,
  sumByDayForUser,
  sumByValue,
  sumByValueAndDay,
  sumByValueForUser,
  type Direction,
  findFirstActiveDay,
  listLeaders,
  type ReportSource,
} from './queries.ts'
import {
  resolveLeaderboardDays,
  type DayRange,
  listDays,
  resolveReportDays,
} from './report-period.ts'
import { loadOrgChart, listRelations, listUnthanked } from './recognition-graph.ts'
import { listCommonTopics } from './topics.ts'

/** Private posts count only for actors with access to them (decision 038). */
const createReportSource = (actor: Actor, days: DayRange): ReportSource => ({
  workspaceId: actor.workspace_id,
  days,
  includePrivate: toViewer(actor).seesPrivatePosts,
})

/** Returns the source of a report, which may be about a group. Throws as resolveReportGroup. */
const createGroupReportSource = async (
  trx: Trx,
  actor: Actor,
  { days, groupId, at }: { days: DayRange; groupId: string | undefined; at: Date },
): Promise<ReportSource> => ({
  ...createReportSource(actor, days),
  group: await resolveReportGroup(trx, actor, groupId, days, at),
})

/** In a report about the actor, all posts that the actor may see count. */
const createPersonalReportSource = (actor: Actor, userId: string, days: DayRange): ReportSource => {
  const source = createReportSource(actor, days)
  const isOwn = readerIdOf(toViewer(actor)) === userId
  return { ...source, includePrivate: source.includePrivate || isOwn }
}

/**
 * Returns the leaderboard's direction: the workspace's mode for members, any for administrators.
 * `showsRanking` is false when members see only their own row. Throws `forbidden` for a hidden
 * leaderboard.
 */
async function resolveLeaderboard(
  trx: Trx,
  actor: Actor,
  requested: Direction | undefined,
): Promise<{ direction: Direction; mode: LeaderboardMode; showsRanking: boolean }> {
  const { show_leaderboard: showLeaderboard, leaderboard_mode: mode } =
    await findLeaderboardSettings(trx, actor.workspace_id)
  const isAdministrator = actor.abilities.has('see_dashboard')
  if (!showLeaderboard && !isAdministrator) throwRefusal('forbidden')
  const defaultDirection = mode === 'givers' ? 'given' : 'received'
  return {
    direction: isAdministrator ? (requested ?? defaultDirection) : defaultDirection,
    mode,
    showsRanking: isAdministrator || mode !== 'together',
  }
}

function mountLeaderboard(handle: MountRoute, { db }: Services): void {
  handle('leaderboards.list', async ({ actor, query, at }) => {
    const { workspace_id: workspaceId, user_id: userId } = actor
    const days = resolveLeaderboardDays(query, actor.limit_period, actor.timezone, at)
    return db.readSnapshot(workspaceId, async (trx) => {
      const { direction, mode, showsRanking } = await resolveLeaderboard(
        trx,
        actor,
        query.direction,
      )
      const found = await listLeaders(
        trx,
        await createGroupReportSource(trx, actor, { days, groupId: query.group_id, at }),
        direction,
        showsRanking ? query.limit : 0,
        userId,
      )
      const people = await loadPeople(
        trx,
        workspaceId,
        [...found.rows, ...(found.own ? [found.own] : [])].map((row) => row.user_id),
      )
      return {
        items: found.rows.map((row) => presentLeader(row, people)),
        total: found.total,
        own: found.own ? presentLeader(found.own, people) : null,
        direction,
        mode,
        from: days.from,
        to: days.to,
      }
    })
  })
  handle('leaderboards.get', async ({ actor, params, query, at }) => {
    const { workspace_id: workspaceId } = actor
    const days = resolveLeaderboardDays(query, actor.limit_period, actor.timezone, at)
    return db.readSnapshot(workspaceId, async (trx) => {
      const { direction, showsRanking } = await resolveLeaderboard(trx, actor, query.direction)
      const user =
        (await loadPeople(trx, workspaceId, [params.id])).get(params.id) ??
        throwRefusal('not_found')
      if (!showsRanking && params.id !== actor.user_id) throwRefusal('forbidden')
      const { own, people } = await listLeaders(
        trx,
        createReportSource(actor, days),
        direction,
        0,
        params.id,
      )
      // A user without points ranks behind everybody with points.
      return { user, ...(own ?? { user_id: params.id, score: 0, share: 0, rank: people + 1 }) }
    })
  })
}

/** Mounts the reports about one user. Unknown users and other workspaces' users answer 404. */
function mountPersonalReports(handle: MountRoute, { db }: Services): void {
  const withKnownUser = <T>(actor: Actor, id: string, work: (trx: Trx) => Promise<T>) =>
    db.readSnapshot(actor.workspace_id, async (trx) => {
      if (!(await userExists(trx, actor.workspace_id, id))) throwRefusal('not_found')
      return work(trx)
    })
  handle('leaderboards.user_values', ({ actor, params, query, at }) => {
    const days = resolveLeaderboardDays(query, actor.limit_period, actor.timezone, at)
    return withKnownUser(actor, params.id, async (trx) =>
      presentValueTotals(
        await sumByValueForUser(
          trx,
          createPersonalReportSource(actor, params.id, days),
          params.id,
          query.direction ?? 'received',
          limits.chart_values_max,
        ),
      ),
    )
  })
  handle('leaderboards.activity', ({ actor, params, query, at }) => {
    const requestedDays = resolveLeaderboardDays(query, actor.limit_period, actor.timezone, at)
    return withKnownUser(actor, params.id, async (trx) => {
      // All time starts on the user's first active day.
      const source = createPersonalReportSource(actor, params.id, requestedDays)
      const days = requestedDays.all
        ? {
            ...requestedDays,
            from: (await findFirstActiveDay(trx, source, params.id)) ?? requestedDays.to,
          }
        : requestedDays
      const found = new Map(
        (await sumByDayForUser(trx, { ...source, days }, params.id)).map((row) => [row.day, row]),
      )
      return listDays(days).map((day) => found.get(day) ?? { day, given: 0, received: 0 })
    })
  })
  handle('leaderboards.relations', ({ actor, params, query, at }) => {
    const days = resolveReportDays(query, 'latest', actor.timezone, at)
    return withKnownUser(actor, params.id, (trx) =>
      listRelations(trx, toViewer(actor), params.id, days),
    )
  })
}

export function mountReports(handle: MountRoute, services: Services): void {
  const { db } = services
  mountLeaderboard(handle, services)
  mountPersonalReports(handle, services)
  const readReport = <T>(
    actor: Actor,
    input: { days: DayRange; groupId: string | undefined; at: Date },
    read: (trx: Trx, source: ReportSource) => Promise<T>,
  ) =>
    db.readSnapshot(actor.workspace_id, async (trx) =>
      read(trx, await createGroupReportSource(trx, actor, input)),
    )
  handle('leaderboards.values', async ({ actor, query, at }) => {
    const days = resolveLeaderboardDays(query, 'recent', actor.timezone, at)
    return presentValueTotals(
      await readReport(actor, { days, groupId: query.group_id, at }, sumByValue),
    )
  })
  handle('leaderboards.statistics', async ({ actor, query, at }) => {
    const days = resolveReportDays(query, 'recent', actor.timezone, at)
    return readReport(actor, { days, groupId: query.group_id, at }, (trx, source) =>
      loadStatistics(trx, source, actor.timezone),
    )
  })
  handle('leaderboards.value_trends', async ({ actor, query, at }) => {
    const days = resolveReportDays(query, 'recent', actor.timezone, at)
    return presentValueTrends(
      await readReport(actor, { days, groupId: query.group_id, at }, sumByValueAndDay),
      days,
    )
  })
  handle('leaderboards.groups', async ({ actor, query, at }) => {
    const days = resolveReportDays(query, 'recent', actor.timezone, at, limits.org_chart_days_max)
    return loadGroups(services, actor, { days, at })
  })
  handle('leaderboards.group', async ({ actor, params, query, at }) => {
    const days = resolveReportDays(query, 'recent', actor.timezone, at, limits.org_chart_days_max)
    return loadGroup(services, actor, { days, at, userId: params.id })
  })
  handle('leaderboards.org_chart', async ({ actor, query, at }) => {
    const days = resolveReportDays(query, 'recent', actor.timezone, at, limits.org_chart_days_max)
    return db.readSnapshot(actor.workspace_id, (trx) => loadOrgChart(trx, actor.workspace_id, days))
  })
  handle('leaderboards.unthanked', async ({ actor, query, at }) => {
    const days = resolveReportDays(query, 'recent', actor.timezone, at)
    return readReport(actor, { days, groupId: query.group_id, at }, (trx, source) =>
      listUnthanked(trx, source, query),
    )
  })
  handle('leaderboards.common_topics', async ({ actor, query, at }) => {
    const days = resolveReportDays(query, 'recent', actor.timezone, at)
    return listCommonTopics(db, actor.workspace_id, days, query.language, query.limit)
  })
  handle('leaderboards.csv', async ({ actor, query, at, language }) => {
    // A refused file is no export.
    const { days, rows } = await streamTileRows(db, actor, query, at, language)
    const { tile, group_id: groupId } = query
    await db.tenant(actor.workspace_id, async (trx) => {
      const group = await auditDetailsOfGroup(trx, actor.workspace_id, groupId)
      await audit(trx, actor, 'export.dashboard', { tile, ...days, ...group }, at)
    })
    return rows
  })
}
