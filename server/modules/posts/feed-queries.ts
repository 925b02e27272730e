import { limits } from '#contract/limits.ts'
import { groupsBelow } from '#server/modules/memberships/queries.ts'
import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import type { PostPage } from './present.ts'
import { maxUuid, selectPeopleJson, type SqlPart, visibleTo } from './queries.ts'
import { readerIdOf, type Viewer } from './viewer.ts'

/** The feed has root posts only; with `add_ons` (lists of a profile) also add-ons. */
export type PostFilter = {
  value_id?: string | undefined
  user_id?: string | undefined
  direction?: 'given' | 'received' | 'both'
  add_ons?: boolean
  search?: string | undefined
  /** Public posts from or to the people who report to the viewer. */
  team?: 'mine' | undefined
  /** Public posts from or to the people of a group and of the departments below it. */
  group_id?: string | undefined
  /** The ids of a range of days: from `first` to before `end`. */
  first?: string | undefined
  end?: string | undefined
}

const emptySql = sql``
const onOrAfter = (column: 'p.id' | 'r.post_id', { first }: PostFilter): SqlPart =>
  first ? sql`and ${sql.raw(column)} >= ${first}` : emptySql

/** The people of a filter by team or group: who report to the viewer, or belong to the group. */
const filteredPeople = ({ workspaceId, userId }: Viewer, { group_id: groupId }: PostFilter) =>
  groupId
    ? sql`
      select distinct m.user_id as id from group_members m
      where m.workspace_id = ${workspaceId} and m.left_at is null
        and m.group_id = any (array(${groupsBelow(workspaceId, [groupId])} select id from below))`
    : sql`
      select id from users
      where workspace_id = ${workspaceId} and manager_id = ${userId}
        and state in ('pending', 'accepted')
      order by id`

/**
 * Returns the ranges of the public posts from or to people: a page of each person, for the first
 * `limits.feed_people_max`. A larger group has many posts, so its page is found in the newest posts
 * of everyone.
 */
function peopleRanges(
  viewer: Viewer,
  filter: PostFilter,
  before: string,
  limit: SqlPart,
): SqlPart[] {
  const { workspaceId } = viewer
  const people = filteredPeople(viewer, filter)
  const max = sql.lit(limits.feed_people_max)
  const isLarge = sql`(select count(*) from (${people} limit ${max} + 1) counted) > ${max}`
  const value = filter.value_id ? sql`and p.value_id = ${filter.value_id}` : emptySql
  const isListed = sql`p.workspace_id = ${workspaceId} and not p.private and not p.add_on
    and p.deleted_at is null and p.id < ${before} ${onOrAfter('p.id', filter)} ${value}`
  const pageOfEach = (page: SqlPart) => sql`(
    select page.id from (${people} limit ${max}) person cross join lateral (${page}) page
    ${filter.group_id ? sql`where not ${isLarge}` : emptySql})`
  const ranges = [
    pageOfEach(sql`
      select p.id from posts p where ${isListed} and p.from_id = person.id
      order by p.id desc limit ${limit}`),
    pageOfEach(sql`
      select p.id from post_recipients r
      join posts p on p.workspace_id = r.workspace_id and p.id = r.post_id
      where r.workspace_id = ${workspaceId} and r.user_id = person.id and not r.private
        and not r.add_on and not r.deleted and r.post_id < ${before}
        ${onOrAfter('r.post_id', filter)} ${value}
      order by r.post_id desc limit ${limit}`),
  ]
  if (filter.group_id)
    ranges.push(sql`(
      select p.id from posts p
      where ${isLarge} and ${isListed} and (p.from_id in (${people})
        or exists (select from unnest(p.to_ids) as recipient (id) where recipient.id in (${people})))
      order by p.id desc limit ${limit})`)
  return ranges
}

/**
 * Returns the index ranges of a page, each at most one page long. Private posts and add-ons are
 * separate ranges, never an OR over the feed, so hidden posts of others cost nothing.
 */
function feedRanges(
  viewer: Viewer,
  filter: PostFilter,
  addOns: boolean,
  before: string,
  limit: SqlPart,
): SqlPart[] {
  const { workspaceId, userId: viewerId, seesPrivatePosts, publicOnly } = viewer
  const value = filter.value_id ? sql`and p.value_id = ${filter.value_id}` : sql``
  const kind = (alias: 'p' | 'r') => sql.raw(`and ${addOns ? '' : 'not '}${alias}.add_on`)
  const posts = (where: SqlPart) => sql`(
    select p.id from posts p
    where p.workspace_id = ${workspaceId} and p.deleted_at is null ${kind('p')}
      and p.id < ${before} ${onOrAfter('p.id', filter)} ${where} ${value}
    order by p.id desc limit ${limit})`
  const received = (userId: string, where: SqlPart, and: SqlPart = emptySql) =>
    filter.value_id || and !== emptySql
      ? sql`(
          select p.id from post_recipients r
          join posts p on p.workspace_id = r.workspace_id and p.id = r.post_id
          where r.workspace_id = ${workspaceId} and r.user_id = ${userId} and not r.deleted
            ${kind('r')} and r.post_id < ${before} ${onOrAfter('r.post_id', filter)} ${where} ${and}
            ${value}
          order by r.post_id desc limit ${limit})`
      : sql`(
          select r.post_id as id from post_recipients r
          where r.workspace_id = ${workspaceId} and r.user_id = ${userId} and not r.deleted
            ${kind('r')} and r.post_id < ${before} ${onOrAfter('r.post_id', filter)} ${where}
          order by r.post_id desc limit ${limit})`

  /** Private posts that the viewer reads beside their recipients. */
  const readable = (where: SqlPart) => sql`(
    select p.id from post_readers pr
    join posts p on p.workspace_id = pr.workspace_id and p.id = pr.post_id
    where pr.workspace_id = ${workspaceId} and pr.user_id = ${viewerId} and p.deleted_at is null
      and pr.post_id < ${before} ${onOrAfter('p.id', filter)} ${where} ${value}
    order by pr.post_id desc limit ${limit})`

  if (filter.team || filter.group_id) return peopleRanges(viewer, filter, before, limit)
  const profileId = filter.user_id
  if (!profileId) {
    const open = posts(sql`and not p.private`)
    if (publicOnly) return [open]
    return seesPrivatePosts
      ? [open, posts(sql`and p.private`)]
      : [
          open,
          posts(sql`and p.private and p.from_id = ${viewerId}`),
          received(viewerId, sql`and r.private`),
          ...(addOns ? [] : [readable(sql``)]),
        ]
  }
  const canSeeAll = seesPrivatePosts || profileId === viewerId
  const list: SqlPart[] = []
  if (filter.direction !== 'received')
    list.push(posts(sql`and not p.private and p.from_id = ${profileId}`))
  if (filter.direction !== 'given') list.push(received(profileId, sql`and not r.private`))
  if (publicOnly) return list
  const isPrivate = sql`and r.private`
  if (filter.direction !== 'received')
    list.push(
      canSeeAll
        ? posts(sql`and p.private and p.from_id = ${profileId}`)
        : received(viewerId, isPrivate, sql`and p.from_id = ${profileId}`),
    )
  if (filter.direction === 'given') return list
  if (canSeeAll) return [...list, received(profileId, isPrivate)]
  const isTo = sql`and ${profileId} = any (p.to_ids)`
  list.push(received(profileId, isPrivate, sql`and p.from_id = ${viewerId}`))
  list.push(received(viewerId, isPrivate, isTo))
  return addOns ? list : [...list, readable(isTo)]
}
/**
 * Returns the query of posts with their people and values: one statement, one row. Each subquery
 * names the workspace itself, so that Citus sends the statement to one node.
 */
function postPageQuery(viewer: Viewer, ids: SqlPart): RawBuilder<PostPage> {
  const { workspaceId, userId } = viewer
  const personIds = sql`
    select from_id from page
    union select unnest(to_ids[1:${sql.lit(limits.post_people_shown)}]) from page
    union select ${userId}::uuid`
  return sql<PostPage>`
    with page as materialized (
      select p.id, p.from_id, p.occasion, p.to_ids, p.value_id, p.score, p.description, p.private,
        p.like_count, p.parent_id, p.comment_count, p.add_on_count, p.added_score,
        p.reaction_counts, p.created_at, p.picture, p.imported_from is not null as imported,
        exists (
          select 1 from likes l
          where l.workspace_id = ${workspaceId} and l.post_id = p.id and l.user_id = ${userId}
        ) as liked,
        array(
          select r.reaction from reactions r
          where r.workspace_id = ${workspaceId} and r.post_id = p.id and r.user_id = ${userId}
        ) as reacted
      from posts p
      where p.workspace_id = ${workspaceId} and p.id in (${ids}) and p.deleted_at is null)
    select
      (select json_agg(page order by id desc) from page) as posts,
      ${selectPeopleJson(workspaceId, personIds)} as people,
      (
        select json_agg(x) from (
          select v.id, v.name, v.description, v.color, v.emoji, v.keywords, v.tag, v.is_default,
            v.retired_at
          from "values" v
          where v.workspace_id = ${workspaceId} and v.id in (select value_id from page)
        ) x) as values`
}

/**
 * Returns the query of the ids of a page of search results: `limit` + 1 rows to detect a next page.
 * A statement of its own, so that Citus runs the function on the node of the workspace.
 */
export function buildSearchQuery(
  viewer: Viewer,
  filter: PostFilter,
  cursor: string | undefined,
  limit: number,
): RawBuilder<{ id: string }> {
  const { workspaceId, seesPrivatePosts } = viewer
  return sql<{ id: string }>`
    select found as id from posts_search(${workspaceId}, ${readerIdOf(viewer)}, ${seesPrivatePosts},
      ${filter.search ?? ''}, ${filter.value_id ?? null}, ${filter.user_id ?? null},
      ${toUpperBound(filter, cursor) ?? null}, ${sql.raw(String(Math.trunc(limit) + 1))},
      ${filter.group_id ?? null}, ${filter.first ?? null}, ${filter.direction ?? 'both'}) as found`
}

/** Returns the id before which a page starts: that of the cursor, or the end of the days. */
const toUpperBound = ({ end }: PostFilter, cursor: string | undefined): string | undefined =>
  cursor === undefined || (end !== undefined && end < cursor) ? end : cursor

/** Returns the query of the posts with these ids that are not deleted, newest first. */
export function buildPostsQuery(viewer: Viewer, ids: readonly string[]): RawBuilder<PostPage> {
  return postPageQuery(viewer, sql`select unnest(${ids}::uuid[])`)
}

const addOnVariants = (filter: PostFilter) => (filter.add_ons ? [false, true] : [false])

/**
 * Returns the query of a page of posts visible to the viewer, newest first. The page has `limit` +
 * 1 rows to detect a next page.
 */
function buildFeedQuery(
  viewer: Viewer,
  filter: PostFilter,
  cursor: string | undefined,
  limit: number,
): RawBuilder<PostPage> {
  const count = sql.raw(String(Math.trunc(limit) + 1))
  const merged = sql.join(
    addOnVariants(filter).flatMap((addOns) =>
      feedRanges(viewer, filter, addOns, toUpperBound(filter, cursor) ?? maxUuid, count),
    ),
    // A post between two people of a team or group is in two ranges.
    filter.team || filter.group_id ? sql` union ` : sql` union all `,
  )
  return postPageQuery(
    viewer,
    sql`select id from (${merged}) ranges order by id desc limit ${count}`,
  )
}

/** Values of the cached statement; while it is built, each value is its own key. */
type FeedParameters = { workspaceId: string; userId: string; valueId: string; before: string }
const feedStatements = new Map<string, { sql: string; slots: (keyof FeedParameters)[] }>()

/**
 * Returns the statement of a feed page without search and user filter. This most frequent statement
 * is built once for each shape.
 */
function cachedFeedStatement(
  compiler: Kysely<Tables>,
  { seesPrivatePosts, publicOnly = false }: Viewer,
  byValue: boolean,
  limit: number,
) {
  const shape = `${seesPrivatePosts} ${publicOnly} ${byValue} ${limit}`
  let plan = feedStatements.get(shape)
  if (!plan) {
    const names: FeedParameters = {
      workspaceId: 'workspaceId',
      userId: 'userId',
      valueId: 'valueId',
      before: 'before',
    }
    const built = buildFeedQuery(
      { workspaceId: names.workspaceId, userId: names.userId, seesPrivatePosts, publicOnly },
      byValue ? { value_id: names.valueId } : {},
      names.before,
      limit,
    ).compile(compiler)
    const slots = [...new Set(built.parameters as (keyof FeedParameters)[])]
    // Each value becomes one parameter, even when the statement uses it several times.
    plan = {
      slots,
      sql: built.sql.replaceAll(
        /\$(\d+)/g,
        (_, n: string) =>
          `$${slots.indexOf(built.parameters[Number(n) - 1] as keyof FeedParameters) + 1}`,
      ),
    }
    feedStatements.set(shape, plan)
  }
  return plan
}

/** Returns the compiled statement of `buildFeedQuery`, from the cache where possible. */
export function compileFeedQuery(
  compiler: Kysely<Tables>,
  viewer: Viewer,
  filter: PostFilter,
  cursor: string | undefined,
  limit: number,
): CompiledQuery<PostPage> {
  if (
    filter.user_id ||
    filter.add_ons ||
    filter.team ||
    filter.group_id ||
    filter.first ||
    filter.end
  )
    return buildFeedQuery(viewer, filter, cursor, limit).compile(compiler)
  const { sql, slots } = cachedFeedStatement(compiler, viewer, Boolean(filter.value_id), limit)
  const values: FeedParameters = {
    workspaceId: viewer.workspaceId,
    userId: viewer.userId,
    valueId: filter.value_id ?? '',
    before: cursor ?? maxUuid,
  }
  return CompiledQuery.raw(
    sql,
    slots.map((slot) => values[slot]),
  ) as CompiledQuery<PostPage>
}

/** Returns the query of one post, empty when the viewer may not see it. */
export function buildPostQuery(viewer: Viewer, id: string): RawBuilder<PostPage> {
  return postPageQuery(
    viewer,
    sql`select p.id from posts p where p.workspace_id = ${viewer.workspaceId} and p.id = ${id}
      and ${visibleTo(viewer)}`,
  )
}
