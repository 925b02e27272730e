import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import type { Viewer } from '#server/modules/posts/viewer.ts'
import { loadPeople, requirePerson } from '#server/modules/people/load-people.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { listRecognised, listRecognising, listUnthankedRows } from './graph-queries.ts'
import { planEdges } from './pair-queries.ts'
import { findGraph, findSummedGraph, type RecognitionGraph } from './recognition-graph-queries.ts'
import { presentOrgChart, presentRelations, presentUnthanked } from './present.ts'
import { countDays, type DayRange } from './report-period.ts'
import type { StatisticsSource } from './statistics-queries.ts'

/** Returns the users that a user recognizes most and those that recognize the user most. */
export async function listRelations(
  trx: Trx,
  viewer: Viewer,
  userId: string,
  days: DayRange,
): Promise<OutputOf<'leaderboards.relations'>> {
  const input = { userId, days, limit: limits.relations }
  const [recognized, recognizing] = await Promise.all([
    listRecognised(trx, viewer, input),
    listRecognising(trx, viewer, input),
  ])
  const people = await loadPeople(
    trx,
    viewer.workspaceId,
    [...recognized, ...recognizing].map((tie) => tie.user_id),
  )
  return presentRelations(recognized, recognizing, people)
}

/** The posts of so few days are scanned as fast as the sums of a month. */
const scannedDaysMax = 7
/** More pairs that may be among the strongest are looked at no faster than all posts are scanned. */
const candidatesMax = 5_000

/**
 * Returns the strongest ties, at most `limit` + 1, and users without ties, from the sums of pairs or
 * from the posts.
 */
export async function findStrongestTies(
  trx: Trx,
  workspaceId: string,
  { days, limit }: { days: DayRange; limit: number },
): Promise<RecognitionGraph> {
  if (countDays(days) <= scannedDaysMax) return findGraph(trx, workspaceId, { days, limit })
  const { isSummed, weakest, candidates } = await planEdges(trx, workspaceId, {
    days,
    limit: limit + 1,
    candidatesMax,
  })
  return isSummed && weakest && candidates < candidatesMax
    ? findSummedGraph(trx, workspaceId, { days, limit, weakest, candidatesMax })
    : findGraph(trx, workspaceId, { days, limit })
}

/** Returns the strongest recognition ties of these days and the users without ties. */
export async function loadOrgChart(
  trx: Trx,
  workspaceId: string,
  days: DayRange,
): Promise<OutputOf<'leaderboards.org_chart'>> {
  const limit = limits.org_chart_edges
  const found = await findStrongestTies(trx, workspaceId, { days, limit })
  const edges = found.edges.slice(0, limit)
  const ids = [...new Set([...edges.flatMap((edge) => [edge.from_id, edge.to_id]), ...found.alone])]
  const people = await loadPeople(trx, workspaceId, ids)
  return presentOrgChart(
    ids.map((id) => requirePerson(people, id)),
    edges,
    found.edges.length > limit,
    days,
  )
}

/**
 * Returns a page of the users without recognition in these days, longest wait first. Small teams
 * get no names (`hidden`).
 */
export async function listUnthanked(
  trx: Trx,
  source: StatisticsSource,
  { limit, offset }: { limit: number; offset: number },
): Promise<OutputOf<'leaderboards.unthanked'>> {
  const peopleMin = limits.unthanked_people_min
  const rows = await listUnthankedRows(trx, source, { limit, offset, peopleMin })
  const named = await loadPeople(
    trx,
    source.workspaceId,
    rows.flatMap((row) => row.user_id ?? []),
  )
  return presentUnthanked(rows, named, (rows[0]?.people ?? 0) < peopleMin, source.days)
}
