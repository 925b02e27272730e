import { hourMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import type { Person } from '#contract/schemas/users.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Database, Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { ComputedGroup, GroupsInput, GroupsResult } from './compute-groups.ts'
import {
  claimGroups,
  findStoredGroup,
  findStoredGroups,
  type StoredSummary,
} from './computed-groups-queries.ts'
import { findMemberGraph, type MemberGraph } from './recognition-graph-queries.ts'
import type { DayRange } from './report-period.ts'
import { needsThread, runGroups, withGroupsSlot } from './run-groups-thread.ts'
import { findUsualRange, mayAnswerFor, type UsualRangeName } from './usual-ranges.ts'

type GroupsServices = Pick<Services, 'db' | 'jobs'>
type GroupsRequest = { days: DayRange; at: Date }
type Answer = { days: Pick<DayRange, 'from' | 'to'>; computedAt: Date | null }

const loadGraph = (db: Database, workspaceId: string, days: DayRange, isSummed: boolean) =>
  db.readSnapshot(workspaceId, (trx) =>
    findMemberGraph(trx, workspaceId, {
      days,
      isSummed,
      limit: limits.graph_pairs_max,
      aloneLimit: limits.graph_people_max,
    }),
  )

/**
 * Computes the groups of a range outside any transaction. A team with sums of pairs has one
 * computation at a time in this process.
 */
export async function computeRange(
  db: Database,
  workspaceId: string,
  {
    days,
    isSummed,
    ...question
  }: { days: DayRange; isSummed: boolean } & Omit<GroupsInput, 'edges'>,
): Promise<GroupsResult & { graph: MemberGraph }> {
  const compute = async (graph: MemberGraph) => ({
    ...(await runGroups({ ...question, edges: graph.edges }, graph.pairs)),
    graph,
  })
  if (isSummed)
    return withGroupsSlot(workspaceId, async () =>
      compute(await loadGraph(db, workspaceId, days, isSummed)),
    )
  const graph = await loadGraph(db, workspaceId, days, isSummed)
  return needsThread(graph.pairs)
    ? withGroupsSlot(workspaceId, () => compute(graph))
    : compute(graph)
}

/** Returns the people of these ids who are members now. */
async function loadMembers(trx: Trx, workspaceId: string, ids: string[]) {
  const people = await loadPeople(trx, workspaceId, ids)
  return new Map([...people].filter(([, person]) => person.state === 'accepted'))
}

/** Returns the overview with people as they are now: former members are left out. */
async function presentGroups(
  trx: Trx,
  workspaceId: string,
  { groups: found, edges, more, bridges, alone, alone_total: aloneTotal }: StoredSummary,
  { days, computedAt }: Answer,
): Promise<OutputOf<'leaderboards.groups'>> {
  const members = await loadMembers(trx, workspaceId, [
    ...found.flatMap((group) => group.leaders),
    ...bridges.flatMap((bridge) => [bridge.user_id, bridge.group_id]),
    ...alone,
  ])
  /** The person for a group, by the id in the computation. */
  const persons = new Map<string, Person>()
  const groups = found.flatMap(({ leaders, people, score }) => {
    const person = leaders.map((id) => members.get(id)).find((one) => one !== undefined)
    if (!person) return []
    persons.set(leaders[0] ?? '', person)
    return [{ id: person.id, person, people, score }]
  })
  const islands = alone.flatMap((id) => members.get(id) ?? [])
  return {
    groups,
    edges: edges.flatMap(({ from_id: fromId, to_id: toId, ...sums }) => {
      const [from, to] = [persons.get(fromId), persons.get(toId)]
      return from && to ? [{ from_id: from.id, to_id: to.id, ...sums }] : []
    }),
    more,
    bridges: bridges.flatMap(({ user_id: userId, group_id: groupId, ...bridge }) => {
      const user = members.get(userId)
      // Any member stands for a group that the overview does not show.
      const group = persons.get(groupId) ?? members.get(groupId) ?? user
      return user && group ? [{ user, group_id: group.id, ...bridge }] : []
    }),
    islands: { total: aloneTotal - (alone.length - islands.length), people: islands },
    from: days.from,
    to: days.to,
    computed_at: computedAt?.toISOString() ?? null,
  }
}

/** Returns a group with people as they are now. Throws `not_found` if the user is no member. */
async function presentGroup(
  trx: Trx,
  workspaceId: string,
  userId: string,
  { people, edges, total }: ComputedGroup & { total: number },
  { days, computedAt }: Answer,
): Promise<OutputOf<'leaderboards.group'>> {
  const first = people.slice(0, limits.graph_people_max)
  const members = await loadMembers(trx, workspaceId, [...first, userId])
  if (!members.has(userId)) throwRefusal('not_found')
  const shown = first.flatMap((id) => members.get(id) ?? [])
  return {
    people: shown,
    edges: edges.filter((edge) => members.has(edge.from_id) && members.has(edge.to_id)),
    total: total - (first.length - shown.length),
    from: days.from,
    to: days.to,
    computed_at: computedAt?.toISOString() ?? null,
  }
}

type StoredAnswer<T> = { isSummed: boolean; isDue: boolean; body: T | null }

/**
 * Answers from the stored computation of a usual range. `body` is null without one. `isDue`: the
 * computation is older than an hour, and no process has begun another one since.
 */
const readStored = <T>(
  db: Database,
  { workspace_id: workspaceId, timezone }: Actor,
  { days, at }: GroupsRequest,
  present: (trx: Trx, range: UsualRangeName, summary: StoredSummary, answer: Answer) => Promise<T>,
): Promise<StoredAnswer<T>> =>
  db.readSnapshot(workspaceId, async (trx) => {
    const range = findUsualRange(days, toLocalDay(at, timezone))
    const team = await findStoredGroups(trx, workspaceId, range)
    if (!team) return { isSummed: false, isDue: false, body: null }
    const isOld = (time: Date | null) => !time || at.getTime() - time.getTime() >= hourMs
    const { groups_claimed_at: claimedAt, stored } = team
    const isDue = range !== undefined && isOld(stored?.computed_at ?? null) && isOld(claimedAt)
    const answer = stored && {
      days: { from: stored.from_day, to: stored.to_day },
      computedAt: stored.computed_at,
    }
    if (!range || !answer || !mayAnswerFor(answer.days, days))
      return { isSummed: true, isDue, body: null }
    return { isSummed: true, isDue, body: await present(trx, range, stored.summary, answer) }
  })

/** Enqueues a computation of all usual ranges, at most once an hour. */
const enqueueComputation = ({ db, jobs }: GroupsServices, workspaceId: string, at: Date) =>
  db.tenant(workspaceId, async (trx) => {
    if (await claimGroups(trx, workspaceId, { at, ms: hourMs }))
      await jobs.send(trx, 'compute_groups', { workspace_id: workspaceId })
  })

/** Returns the largest groups of members, the edges between them, bridges and islands. */
export async function loadGroups(
  services: GroupsServices,
  actor: Actor,
  { days, at }: GroupsRequest,
): Promise<OutputOf<'leaderboards.groups'>> {
  const { workspace_id: workspaceId } = actor
  const { isSummed, isDue, body } = await readStored(
    services.db,
    actor,
    { days, at },
    (trx, _range, summary, answer) => presentGroups(trx, workspaceId, summary, answer),
  )
  if (isDue) await enqueueComputation(services, workspaceId, at)
  if (body) return body
  const { summary, graph } = await computeRange(services.db, workspaceId, { days, isSummed })
  const { alone, alone_total: aloneTotal } = graph
  return services.db.readSnapshot(workspaceId, (trx) =>
    presentGroups(
      trx,
      workspaceId,
      { ...summary, alone, alone_total: aloneTotal },
      { days, computedAt: null },
    ),
  )
}

/** Returns the best connected people of a user's group. Throws `not_found` without a group. */
export async function loadGroup(
  services: GroupsServices,
  actor: Actor,
  { days, at, userId }: GroupsRequest & { userId: string },
): Promise<OutputOf<'leaderboards.group'>> {
  const { workspace_id: workspaceId } = actor
  const { isSummed, body } = await readStored(
    services.db,
    actor,
    { days, at },
    async (trx, range, _summary, answer) => {
      const limit = limits.graph_people_max
      const group = await findStoredGroup(trx, workspaceId, { range, userId, limit })
      if (!group) throwRefusal('not_found')
      return presentGroup(trx, workspaceId, userId, group, answer)
    },
  )
  if (body) return body
  const { group } = await computeRange(services.db, workspaceId, { days, isSummed, userId })
  if (!group) throwRefusal('not_found')
  return services.db.readSnapshot(workspaceId, (trx) =>
    presentGroup(
      trx,
      workspaceId,
      userId,
      { ...group, total: group.people.length },
      { days, computedAt: null },
    ),
  )
}
