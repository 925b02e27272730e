import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { toIdRange } from '#server/platform/ids.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { PostPage } from './present.ts'

export type Viewer = { workspace_id: string; user_id: string; see_all: boolean }
export function toViewer(actor: Actor): Viewer {
  return {
    workspace_id: actor.workspace_id,
    user_id: actor.user_id,
    see_all: actor.abilities.has('see_private_posts'),
  }
}

/**
 * With `add_ons` (what somebody gave and got) also posts that were added to others; the feed is
 * what stands by itself.
 */
export type PostFilter = {
  value_id?: string | undefined
  user_id?: string | undefined
  direction?: 'given' | 'received' | 'both'
  add_ons?: boolean
  search?: string | undefined
}
type SqlPart = RawBuilder<unknown>

const maxUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/**
 * The index ranges a page is merged from, each at most one page long. Private posts are ranges of
 * their own and never an OR over the feed: their cost does not grow with what others keep private.
 * So are add-ons.
 */
function feedRanges(
  viewer: Viewer,
  filter: PostFilter,
  addOns: boolean,
  before: string,
  limit: SqlPart,
): SqlPart[] {
  const { workspace_id: workspaceId, user_id: me, see_all: seeAll } = viewer
  const value = filter.value_id ? sql`and p.value_id = ${filter.value_id}` : sql``
  const kind = (alias: 'p' | 'r') => sql.raw(`and ${addOns ? '' : 'not '}${alias}.add_on`)
  const posts = (
    where: SqlPart,
  ) => sql`(select p.id from posts p where p.workspace_id = ${workspaceId}
    and p.deleted_at is null ${kind('p')} and p.id < ${before} ${where} ${value}
    order by p.id desc limit ${limit})`
  const received = (who: string, where: SqlPart, and: SqlPart = sql``) =>
    filter.value_id || and !== emptySql
      ? sql`(select p.id from post_recipients r join posts p on p.workspace_id = r.workspace_id
        and p.id = r.post_id
        where r.workspace_id = ${workspaceId} and r.user_id = ${who} and not r.deleted ${kind('r')}
          and r.post_id < ${before} ${where} ${and} ${value}
        order by r.post_id desc limit ${limit})`
      : sql`(select r.post_id as id from post_recipients r where r.workspace_id = ${workspaceId}
        and r.user_id = ${who} and not r.deleted ${kind('r')} and r.post_id < ${before} ${where}
        order by r.post_id desc limit ${limit})`

  const who = filter.user_id
  if (!who) {
    const open = posts(sql`and not p.private`)
    return seeAll
      ? [open, posts(sql`and p.private`)]
      : [
          open,
          posts(sql`and p.private and p.from_id = ${me}`),
          received(me, sql`and r.private`, emptySql),
        ]
  }
  const whole = seeAll || who === me
  const list: SqlPart[] = []
  if (filter.direction !== 'received') {
    list.push(posts(sql`and not p.private and p.from_id = ${who}`))
    list.push(
      whole
        ? posts(sql`and p.private and p.from_id = ${who}`)
        : received(me, sql`and r.private`, sql`and p.from_id = ${who}`),
    )
  }
  if (filter.direction !== 'given') {
    list.push(received(who, sql`and not r.private`, emptySql))
    list.push(
      whole
        ? received(who, sql`and r.private`, emptySql)
        : received(who, sql`and r.private`, sql`and p.from_id = ${me}`),
    )
  }
  return list
}
const emptySql = sql``

/** The cards of some people (a statement of their ids), as JSON. */
export function selectPeopleJson(workspaceId: string, ids: SqlPart): SqlPart {
  return sql`(select json_agg(x) from (
      select u.id, u.first_name, u.last_name, u.email, u.job_title, u.state, u.demo,
        f.storage_key as avatar_key
      from users u left join files f on f.workspace_id = u.workspace_id and f.id = u.avatar_file_id
      where u.workspace_id = ${workspaceId} and u.id in (${ids})) x)`
}

/**
 * The people and values of a set of posts, beside the posts: one row, one statement, whatever the
 * page's length.
 */
function postPageQuery(viewer: Viewer, ids: SqlPart): RawBuilder<PostPage> {
  const { workspace_id: workspaceId, user_id: userId } = viewer
  return sql<PostPage>`with page as materialized (
    select p.id, p.from_id, p.to_ids, p.value_id, p.score, p.description, p.private, p.like_count,
      p.parent_id, p.comment_count, p.add_on_count, p.added_score, p.reaction_counts, p.created_at,
      exists (select 1 from likes l where l.workspace_id = p.workspace_id and l.post_id = p.id
        and l.user_id = ${userId}) as liked,
      array(select r.reaction from reactions r where r.workspace_id = p.workspace_id
        and r.post_id = p.id and r.user_id = ${userId}) as reacted
    from posts p where p.workspace_id = ${workspaceId} and p.id in (${ids})
      and p.deleted_at is null)
  select
    (select json_agg(page order by id desc) from page) as posts,
    ${selectPeopleJson(workspaceId, sql`select from_id from page union select unnest(to_ids) from page`)}
      as people,
    (select json_agg(x) from (
      select v.id, v.name, v.description, v.color, v.emoji, v.keywords, v.tag, v.is_default,
        v.retired_at
      from "values" v where v.workspace_id = ${workspaceId} and v.id in (select value_id
        from page)) x) as values`
}

const addOnVariants = (filter: PostFilter) => (filter.add_ons ? [false, true] : [false])

/**
 * A page of what the viewer may see, newest first; asks for one more than `limit` to know whether
 * there is a next page.
 */
export function buildFeedQuery(
  viewer: Viewer,
  filter: PostFilter,
  cursor: string | undefined,
  limit: number,
): RawBuilder<PostPage> {
  const count = sql.raw(String(Math.trunc(limit) + 1))
  if (filter.search !== undefined) {
    const { workspace_id: workspaceId, user_id: userId, see_all: seeAll } = viewer
    return postPageQuery(
      viewer,
      sql`select * from posts_search(${workspaceId}, ${userId}, ${seeAll}, ${filter.search},
        ${filter.value_id ?? null}, ${filter.user_id ?? null}, ${cursor ?? null}, ${count})`,
    )
  }
  const merged = sql.join(
    addOnVariants(filter).flatMap((addOns) =>
      feedRanges(viewer, filter, addOns, cursor ?? maxUuid, count),
    ),
    sql` union all `,
  )
  return postPageQuery(
    viewer,
    sql`select id from (${merged}) ranges order by id desc limit ${count}`,
  )
}

type FeedParameters = { workspace_id: string; user_id: string; value_id: string; before: string }
const feedStatements = new Map<string, { sql: string; slots: (keyof FeedParameters)[] }>()
/**
 * The statement of a page without words and person, built once for each shape it can have: it is
 * the one that is asked most.
 */
function cachedFeedStatement(
  compiler: Kysely<Tables>,
  { see_all: seeAll }: Viewer,
  byValue: boolean,
  limit: number,
) {
  const shape = `${seeAll} ${byValue} ${limit}`
  let plan = feedStatements.get(shape)
  if (!plan) {
    const names: FeedParameters = {
      workspace_id: 'workspace_id',
      user_id: 'user_id',
      value_id: 'value_id',
      before: 'before',
    }
    const built = buildFeedQuery(
      { ...names, see_all: seeAll },
      byValue ? { value_id: names.value_id } : {},
      names.before,
      limit,
    ).compile(compiler)
    const slots = [...new Set(built.parameters as (keyof FeedParameters)[])]
    // Each value goes to the database once, in whatever places it stands.
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
/** `feedPage` as a statement to be asked. */
export function compileFeedQuery(
  compiler: Kysely<Tables>,
  viewer: Viewer,
  filter: PostFilter,
  cursor: string | undefined,
  limit: number,
): CompiledQuery<PostPage> {
  if (filter.user_id || filter.add_ons || filter.search !== undefined)
    return buildFeedQuery(viewer, filter, cursor, limit).compile(compiler)
  const { sql, slots } = cachedFeedStatement(compiler, viewer, Boolean(filter.value_id), limit)
  const values: FeedParameters = {
    workspace_id: viewer.workspace_id,
    user_id: viewer.user_id,
    value_id: filter.value_id ?? '',
    before: cursor ?? maxUuid,
  }
  return CompiledQuery.raw(
    sql,
    slots.map((slot) => values[slot]),
  ) as CompiledQuery<PostPage>
}

/** Whether the viewer may see the post `p`. Who sees a post sees what was added to it. */
export function visibleTo({ user_id: userId, see_all: seeAll }: Viewer): SqlPart {
  const mine = (alias: string) =>
    sql`(${sql.ref(`${alias}.from_id`)} = ${userId}
      or ${userId} = any (${sql.ref(`${alias}.to_ids`)}))`
  return seeAll
    ? sql`true`
    : sql`(not p.private or ${mine('p')} or exists (select 1 from posts q
      where q.workspace_id = p.workspace_id and q.id = p.parent_id and ${mine('q')}))`
}

/** One post, if the viewer may see it. */
export function buildPostQuery(viewer: Viewer, id: string): RawBuilder<PostPage> {
  return postPageQuery(
    viewer,
    sql`select p.id from posts p where p.workspace_id = ${viewer.workspace_id} and p.id = ${id}
      and ${visibleTo(viewer)}`,
  )
}

/** A post locked for a change; undefined when there is none. */
async function lockPost(trx: Trx, workspaceId: string, id: string) {
  return trx
    .selectFrom('posts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
export type PostRecord = NonNullable<Awaited<ReturnType<typeof lockPost>>>
const canSeePost = (viewer: Viewer, post: PostRecord) =>
  !post.private ||
  viewer.see_all ||
  post.from_id === viewer.user_id ||
  post.to_ids.includes(viewer.user_id)

/**
 * A post that stands by itself and that the viewer may see, locked for a change; undefined when
 * there is none to see.
 */
export async function lockRootPost(
  trx: Trx,
  viewer: Viewer,
  id: string,
): Promise<PostRecord | undefined> {
  const post = await lockPost(trx, viewer.workspace_id, id)
  return post && !post.add_on && canSeePost(viewer, post) ? post : undefined
}

/** A post with its add-ons, or an add-on with its parent. */
export type PostThread = { post: PostRecord; parent: PostRecord | undefined; add_ons: PostRecord[] }
/**
 * A post or add-on that the viewer may see, locked together with what belongs to it: the parent
 * first, as whoever adds to it does, so that nothing is added to what goes.
 */
export async function lockPostThread(
  trx: Trx,
  viewer: Viewer,
  id: string,
): Promise<PostThread | undefined> {
  const { workspace_id: workspaceId } = viewer
  const known = await trx
    .selectFrom('posts')
    .select('parent_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  const parent = known?.parent_id ? await lockPost(trx, workspaceId, known.parent_id) : undefined
  const post = await lockPost(trx, workspaceId, id)
  if (!post || !(canSeePost(viewer, post) || (parent && canSeePost(viewer, parent))))
    return undefined
  const addOns = parent
    ? []
    : await trx
        .selectFrom('posts')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('parent_id', '=', id)
        .where('deleted_at', 'is', null)
        .orderBy('id')
        .forNoKeyUpdate()
        .execute()
  return { post, parent, add_ons: addOns }
}

export type PostExportRow = {
  id: string
  day: string
  from_id: string
  to_ids: string[]
  value: string
  score: number
  description: string
  like_count: number
  private: boolean
  parent: string | null
}
/**
 * What the viewer may see of the posts since a day, for a file: newest first, a page of `limit`
 * before the id `before`.
 */
export async function listPostsForExport(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId, see_all: seeAll }: Viewer,
  input: { since: string; before: string | undefined; limit: number },
): Promise<PostExportRow[]> {
  let query = trx
    .selectFrom('posts')
    .innerJoin('values', (join) =>
      join
        .onRef('values.workspace_id', '=', 'posts.workspace_id')
        .onRef('values.id', '=', 'posts.value_id'),
    )
    .select([
      'posts.id',
      'posts.day',
      'posts.from_id',
      'posts.to_ids',
      'values.name as value',
      'posts.score',
      'posts.description',
      'posts.like_count',
      'posts.private',
      // Looked up for add-ons alone.
      sql<
        string | null
      >`(select parent.description from posts parent where parent.workspace_id = posts.workspace_id
        and parent.id = posts.parent_id)`.as('parent'),
    ])
    .where('posts.workspace_id', '=', workspaceId)
    .where('posts.deleted_at', 'is', null)
    .where('posts.id', '<', input.before ?? maxUuid)
    // Ids begin with their moment: a day earlier than the day itself began anywhere, the index
    // ends.
    .where('posts.id', '>=', toIdRange({ from: input.since, to: input.since }).first)
    .where('posts.day', '>=', input.since)
  if (!seeAll)
    query = query.where(
      sql<boolean>`(not posts.private or posts.from_id = ${userId}
        or ${userId} = any (posts.to_ids))`,
    )
  return query.orderBy('posts.id', 'desc').limit(input.limit).execute()
}
