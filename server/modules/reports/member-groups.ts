import { detectCommunities } from './community-detection.ts'
import type { GraphEdge } from './pair-queries.ts'

/** Members with the best connected first, whose id is the id of the group. */
export type MemberGroup = { id: string; members: string[]; score: number }
type GroupByMember = Map<string, MemberGroup>

const compareText = (a: string, b: string) => Number(a > b) - Number(a < b)

/** Returns the members of each community, in the order of the ids. */
function splitIntoCommunities(edges: readonly GraphEdge[]): string[][] {
  const ids = [...new Set(edges.flatMap((edge) => [edge.from_id, edge.to_id]))].sort(compareText)
  const indexOf = new Map(ids.map((id, index) => [id, index]))
  const communities = detectCommunities(
    ids.length,
    edges.map((edge) => ({
      a: indexOf.get(edge.from_id) ?? 0,
      b: indexOf.get(edge.to_id) ?? 0,
      // People give different amounts, so the number of posts is a better measure of collaboration.
      weight: edge.posts,
    })),
  )
  const members = new Map<number, string[]>()
  for (const [index, id] of ids.entries()) {
    const community = communities[index] ?? 0
    const found = members.get(community)
    if (found) found.push(id)
    else members.set(community, [id])
  }
  return [...members.values()]
}

/** Returns the edges by the community that has both ends. */
function edgesInside(edges: readonly GraphEdge[], communities: string[][]): GraphEdge[][] {
  const communityOf = new Map(communities.flatMap((ids, n) => ids.map((id) => [id, n] as const)))
  const inside = communities.map((): GraphEdge[] => [])
  for (const edge of edges) {
    const community = communityOf.get(edge.from_id)
    if (community !== undefined && community === communityOf.get(edge.to_id))
      inside[community]?.push(edge)
  }
  return inside
}

/** Returns a community as a group: its members with the most connections and posts first. */
function toGroup(ids: string[], edges: GraphEdge[]): MemberGroup {
  const connected = new Map(ids.map((id) => [id, { people: new Set<string>(), posts: 0 }]))
  for (const { from_id: fromId, to_id: toId, posts } of edges)
    for (const [one, other] of [
      [fromId, toId],
      [toId, fromId],
    ] as const) {
      const connections = connected.get(one)
      connections?.people.add(other)
      if (connections) connections.posts += posts
    }
  const members = [...connected]
    .sort(
      ([idA, a], [idB, b]) =>
        b.people.size - a.people.size || b.posts - a.posts || compareText(idA, idB),
    )
    .map(([id]) => id)
  return {
    id: members[0] ?? '',
    members,
    score: edges.reduce((sum, edge) => sum + edge.score, 0),
  }
}

/** Returns the groups of people that recognize one another, the largest first. */
export function groupMembers(edges: readonly GraphEdge[]): {
  groups: MemberGroup[]
  groupOf: GroupByMember
} {
  const communities = splitIntoCommunities(edges)
  const inside = edgesInside(edges, communities)
  const groups = communities
    .map((ids, index) => toGroup(ids, inside[index] ?? []))
    .sort(
      (a, b) => b.members.length - a.members.length || b.score - a.score || compareText(a.id, b.id),
    )
  return {
    groups,
    groupOf: new Map(groups.flatMap((group) => group.members.map((id) => [id, group] as const))),
  }
}

/** Returns the recognition from group to group, the strongest first. */
export function mergeGroupEdges(edges: readonly GraphEdge[], groupOf: GroupByMember): GraphEdge[] {
  const merged = new Map<string, GraphEdge>()
  for (const { from_id: fromId, to_id: toId, score, posts } of edges) {
    const [from, to] = [groupOf.get(fromId)?.id ?? '', groupOf.get(toId)?.id ?? '']
    if (from === to) continue
    const key = `${from} ${to}`
    const edge = merged.get(key) ?? { from_id: from, to_id: to, score: 0, posts: 0 }
    merged.set(key, { ...edge, score: edge.score + score, posts: edge.posts + posts })
  }
  return [...merged.values()].sort(
    (a, b) =>
      b.score - a.score ||
      b.posts - a.posts ||
      compareText(a.from_id, b.from_id) ||
      compareText(a.to_id, b.to_id),
  )
}

export type Bridge = { user_id: string; group_id: string; groups: number; posts: number }

/**
 * Returns the people with connections to at least two groups besides their own, those with the most
 * groups first. `posts` are the posts between them and these groups.
 */
export function findBridges(edges: readonly GraphEdge[], groupOf: GroupByMember): Bridge[] {
  const outside = new Map<string, { groups: Set<string>; posts: number }>()
  for (const { from_id: fromId, to_id: toId, posts } of edges)
    for (const [one, other] of [
      [fromId, toId],
      [toId, fromId],
    ] as const) {
      const otherGroup = groupOf.get(other)?.id ?? ''
      if (groupOf.get(one)?.id === otherGroup) continue
      const found = outside.get(one) ?? { groups: new Set<string>(), posts: 0 }
      found.groups.add(otherGroup)
      outside.set(one, { groups: found.groups, posts: found.posts + posts })
    }
  return [...outside]
    .filter(([, { groups }]) => groups.size >= 2)
    .map(([userId, { groups, posts }]) => ({
      user_id: userId,
      group_id: groupOf.get(userId)?.id ?? '',
      groups: groups.size,
      posts,
    }))
    .sort((a, b) => b.groups - a.groups || b.posts - a.posts || compareText(a.user_id, b.user_id))
}
