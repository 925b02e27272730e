import type { Language } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import type { QueryOf } from '#contract/routes/index.ts'
import { toViewer } from '#server/modules/posts/viewer.ts'
import {
  canSeeEmails,
  loadExportPeople,
  selectExportColumns,
} from '#server/modules/users/export-people.ts'
import { type TableRow, toDayCell } from '#server/platform/table-rows.ts'
import type { Database, Trx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { loadStatistics } from './statistics.ts'
import { resolveReportGroup } from './group-protection.ts'
import { sumByValue, sumByValueAndDay, listLeaders, type ReportSource } from './queries.ts'
import {
  type DayRange,
  percentShares,
  resolveLeaderboardDays,
  resolveReportDays,
} from './report-period.ts'
import { loadOrgChart, listUnthanked } from './recognition-graph.ts'
import { listCommonTopics } from './topics.ts'

type DashboardTile = QueryOf<'leaderboards.csv'>['tile']
type TileQuery = {
  trx: Trx
  source: ReportSource
  query: QueryOf<'leaderboards.csv'>
  timezone: string
  /** The cells of people: the name, and the email for readers of emails. */
  loadCells: (ids: string[]) => Promise<(id: string) => string[]>
}
/** Row limits of a file: larger than on screen, but bounded. */
const peopleMax = 10_000
const topicsMax = 1_000

const tableColumns: Record<DashboardTile, string[]> = {
  figures: ['day', 'granted', 'spent', 'active'],
  leaders: ['rank', 'name', 'email', 'points', 'share'],
  values: ['value', 'points', 'posts', 'share'],
  value_trends: ['day', 'value', 'points'],
  popular_rewards: ['reward', 'purchases', 'points'],
  org_chart: ['from', 'from_email', 'to', 'to_email', 'points', 'posts'],
  common_topics: ['topic', 'posts', 'authors'],
  unthanked: ['name', 'email', 'last_thanked'],
}

const tileRows: Record<
  Exclude<DashboardTile, 'common_topics'>,
  (input: TileQuery) => Promise<TableRow[]>
> = {
  figures: async ({ trx, source, timezone }) =>
    (await loadStatistics(trx, source, timezone)).days.map((day) => [
      toDayCell(day.day),
      day.granted,
      day.spent,
      day.active,
    ]),
  popular_rewards: async ({ trx, source, timezone }) =>
    (await loadStatistics(trx, source, timezone)).popular_rewards.map((popular) => [
      popular.reward.title,
      popular.purchases,
      popular.points,
    ]),
  leaders: async ({ trx, source, query, loadCells }) => {
    const found = await listLeaders(trx, source, query.direction ?? 'received', peopleMax)
    const cells = await loadCells(found.rows.map((row) => row.user_id))
    return found.rows.map((row) => [row.rank, ...cells(row.user_id), row.score, row.share])
  },
  values: async ({ trx, source }) => {
    const found = await sumByValue(trx, source)
    const shares = percentShares(found.map((row) => row.score))
    return found.map((row, index) => [row.name, row.score, row.posts, shares[index] ?? 0])
  },
  value_trends: async ({ trx, source }) => {
    const found = await sumByValueAndDay(trx, source)
    return found
      .flatMap((row) => row.days.map(({ day, score }) => ({ day, name: row.name, score })))
      .sort((a, b) => Number(a.day > b.day) - Number(a.day < b.day))
      .map(({ day, name, score }) => [toDayCell(day), name, score])
  },
  org_chart: async ({ trx, source: { workspaceId, days }, loadCells }) => {
    const { people, edges } = await loadOrgChart(trx, workspaceId, days)
    const cells = await loadCells(people.map((person) => person.id))
    return edges.map((edge) => [
      ...cells(edge.from_id),
      ...cells(edge.to_id),
      edge.score,
      edge.posts,
    ])
  },
  unthanked: async ({ trx, source, loadCells }) => {
    const { items } = await listUnthanked(trx, source, { limit: peopleMax, offset: 0 })
    const cells = await loadCells(items.map((item) => item.user.id))
    return items.map((item) => [...cells(item.user.id), toDayCell(item.last_thanked)])
  },
}

async function loadTileRows(
  db: Database,
  actor: Actor,
  query: QueryOf<'leaderboards.csv'>,
  at: Date,
  language: Language,
): Promise<{ days: DayRange; found: TableRow[] }> {
  const { workspace_id: workspaceId, timezone } = actor
  const { tile } = query
  const resolveDays =
    tile === 'leaders' || tile === 'values' ? resolveLeaderboardDays : resolveReportDays
  const days = resolveDays(
    query,
    'recent',
    timezone,
    at,
    tile === 'org_chart' ? limits.org_chart_days_max : limits.report_days_max,
  )
  if (tile === 'common_topics') {
    const { items } = await listCommonTopics(db, workspaceId, days, query.language, topicsMax)
    return { days, found: items.map((topic) => [topic.topic, topic.posts, topic.authors]) }
  }
  const seesEmails = canSeeEmails(actor)
  const includePrivate = toViewer(actor).seesPrivatePosts
  return db.readSnapshot(workspaceId, async (trx) => {
    const group = await resolveReportGroup(trx, actor, query.group_id, days, at)
    const source = { workspaceId, days, includePrivate, group }
    const loadCells: TileQuery['loadCells'] = async (ids) => {
      const { name, email } = await loadExportPeople(trx, workspaceId, ids, language)
      return (id) => (seesEmails ? [name(id), email(id)] : [name(id)])
    }
    return { days, found: await tileRows[tile]({ trx, source, query, timezone, loadCells }) }
  })
}

/**
 * Returns the days of a dashboard tile, and its table rows in `language`. Throws for invalid queries.
 */
export async function streamTileRows(
  db: Database,
  actor: Actor,
  query: QueryOf<'leaderboards.csv'>,
  at: Date,
  language: Language,
): Promise<{ days: DayRange; rows: AsyncIterable<TableRow[]> }> {
  const { days, found } = await loadTileRows(db, actor, query, at, language)
  async function* listRows() {
    yield [
      selectExportColumns(tableColumns[query.tile], canSeeEmails(actor)).map((column) =>
        translate(language, 'exports', `tiles.${column}`),
      ),
    ]
    for (let from = 0; from < found.length; from += 1_000) yield found.slice(from, from + 1_000)
  }
  return { days, rows: listRows() }
}
