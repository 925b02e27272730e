import { limits } from '#contract/limits.ts'
import { findBridges, groupMembers, mergeGroupEdges, type Bridge } from './member-groups.ts'
import type { GraphEdge } from './pair-queries.ts'

/** The best connected people of a group: the next one stands for it when the first has left. */
const leadersMax = 5
export type ComputedSummary = {
  groups: { leaders: string[]; people: number; score: number }[]
  edges: GraphEdge[]
  more: number
  bridges: Bridge[]
}
/** All people of a group, the best connected first, and the recognition between the first ones. */
export type ComputedGroup = { people: string[]; edges: GraphEdge[] }
/** `edges`: the JSON of the pairs, which this thread does not parse. `userId`: see the result. */
export type GroupsInput = { edges: string; userId?: string; withGroups?: boolean }
export type GroupsResult = {
  summary: ComputedSummary
  /** The group of the user in question; null without. */
  group: ComputedGroup | null
  /** All groups as the JSON of rows (position, people, edges); empty unless in question. */
  rows: string
}

/** Returns the groups of these pairs: the summary, and what else is in question. */
export function computeGroups(input: GroupsInput): GroupsResult {
  const edges = JSON.parse(input.edges) as GraphEdge[]
  const { groups, groupOf } = groupMembers(edges)
  const shown = new Set(groups.slice(0, limits.graph_groups_max).map((group) => group.id))
  const inside = new Map(groups.map((group) => [group.id, [] as GraphEdge[]]))
  for (const edge of edges) {
    const group = groupOf.get(edge.from_id)
    if (group && group === groupOf.get(edge.to_id)) inside.get(group.id)?.push(edge)
  }
  const toGroup = ({ id, members }: { id: string; members: string[] }): ComputedGroup => {
    const people = new Set(members.slice(0, limits.graph_people_max))
    return {
      people: members,
      edges: (inside.get(id) ?? [])
        .filter((edge) => people.has(edge.from_id) && people.has(edge.to_id))
        .sort((a, b) => b.score - a.score)
        .slice(0, limits.graph_edges_max),
    }
  }
  const group = groupOf.get(input.userId ?? '')
  return {
    summary: {
      groups: groups.slice(0, limits.graph_groups_max).map(({ members, score }) => ({
        leaders: members.slice(0, leadersMax),
        people: members.length,
        score,
      })),
      edges: mergeGroupEdges(edges, groupOf)
        .filter((edge) => shown.has(edge.from_id) && shown.has(edge.to_id))
        .slice(0, limits.graph_edges_max),
      more: groups.length - shown.size,
      bridges: findBridges(edges, groupOf).slice(0, limits.graph_bridges),
    },
    group: group ? toGroup(group) : null,
    rows: input.withGroups
      ? JSON.stringify(groups.map((one, position) => ({ position, ...toGroup(one) })))
      : '',
  }
}
