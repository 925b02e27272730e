import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { loadPeople, requirePerson } from '#server/modules/people/load-people.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { type GraphEdge, isSummedTeam } from './pair-queries.ts'
import { findMemberGraph } from './recognition-graph-queries.ts'
import { findBridges, groupMembers, mergeGroupEdges } from './member-groups.ts'
import type { DayRange } from './report-period.ts'

const loadGraph = async (trx: Trx, workspaceId: string, days: DayRange) =>
  findMemberGraph(trx, workspaceId, {
    days,
    isSummed: await isSummedTeam(trx, workspaceId),
    limit: limits.graph_pairs_max,
    aloneLimit: limits.graph_people_max,
  })

/** Returns the largest groups of members, the edges between them, bridges and islands. */
export async function loadGroups(
  trx: Trx,
  workspaceId: string,
  days: DayRange,
): Promise<OutputOf<'leaderboards.groups'>> {
  const { edges, alone, alone_total: aloneTotal } = await loadGraph(trx, workspaceId, days)
  const grouped = groupMembers(edges)
  const groups = grouped.groups.slice(0, limits.graph_groups_max)
  const bridges = findBridges(edges, grouped.groupOf).slice(0, limits.graph_bridges)
  const people = await loadPeople(trx, workspaceId, [
    ...groups.map((group) => group.id),
    ...bridges.map((bridge) => bridge.user_id),
    ...alone,
  ])
  const shown = new Set(groups.map((group) => group.id))
  return {
    groups: groups.map(({ id, members, score }) => ({
      id,
      person: requirePerson(people, id),
      people: members.length,
      score,
    })),
    edges: mergeGroupEdges(edges, grouped.groupOf)
      .filter((edge) => shown.has(edge.from_id) && shown.has(edge.to_id))
      .slice(0, limits.graph_edges_max),
    more: grouped.groups.length - groups.length,
    bridges: bridges.map(({ user_id: userId, ...bridge }) => ({
      user: requirePerson(people, userId),
      ...bridge,
    })),
    islands: { total: aloneTotal, people: alone.map((id) => requirePerson(people, id)) },
    from: days.from,
    to: days.to,
  }
}

/** Returns the best connected people of a user's group. Throws `not_found` without a group. */
export async function loadGroup(
  trx: Trx,
  workspaceId: string,
  days: DayRange,
  userId: string,
): Promise<OutputOf<'leaderboards.group'>> {
  const { edges } = await loadGraph(trx, workspaceId, days)
  const { members } = groupMembers(edges).groupOf.get(userId) ?? throwRefusal('not_found')
  const ids = members.slice(0, limits.graph_people_max)
  const shown = new Set(ids)
  const people = await loadPeople(trx, workspaceId, ids)
  const isShown = (edge: GraphEdge) => shown.has(edge.from_id) && shown.has(edge.to_id)
  return {
    people: ids.map((id) => requirePerson(people, id)),
    edges: edges
      .filter(isShown)
      .sort((a, b) => b.score - a.score)
      .slice(0, limits.graph_edges_max),
    total: members.length,
    from: days.from,
    to: days.to,
  }
}
