import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { InboxKind } from '#contract/schemas/inbox.ts'
import type { Trx } from '#server/platform/database/database.ts'

// Services write inbox items in the transaction of what causes them. Each function returns the ids
// of the users whose inbox changed, for `publishInboxChanged` after the commit.

/** Latest people stored in an item. */
const storedActors = sql.lit(10)

export type PostWithPeople = { id: string; from_id: string; to_ids: string[] }

/** Condition for users `u` who get this kind of item. Demo users have no inbox. */
const wants = (kind: InboxKind) =>
  sql`u.state = 'accepted' and not u.demo and ${kind} <> all (u.inbox_muted)`

/** Runs a statement and returns the ids of its rows, each once. */
async function collectUserIds(
  statement: RawBuilder<{ user_id: string }>,
  trx: Trx,
): Promise<string[]> {
  const { rows } = await statement.execute(trx)
  return [...new Set(rows.map((row) => row.user_id))]
}

/** Parts that the statements of other files share. */
export const inboxStatements = { collectUserIds, wants }

/** Returns the comments of a post as events of people, as a table `e`. */
const commentEvents = (workspaceId: string, postId: string) => sql`(
  select c.user_id, c.created_at, c.id, c.mention_ids from comments c
  where c.workspace_id = ${workspaceId} and c.post_id = ${postId}) e`

/** Returns the likes and reactions of a post as events of people, as a table `e`. */
const reactionEvents = (workspaceId: string, postId: string) => sql`(
  select l.user_id, l.created_at, null::uuid as id, '{}'::uuid[] as mention_ids from likes l
  where l.workspace_id = ${workspaceId} and l.post_id = ${postId}
  union all
  select r.user_id, r.created_at, null, '{}' from reactions r
  where r.workspace_id = ${workspaceId} and r.post_id = ${postId}) e`

/**
 * Adds an event of a person to the unread item of each user, or creates the item. An unread item
 * covers the events since its creation, and counts each person once. Comments that mention the user
 * have items of their own.
 */
function addEvent(
  trx: Trx,
  workspaceId: string,
  event: {
    kind: 'comment' | 'reaction'
    postId: string
    commentId: string | null
    actorId: string
    users: RawBuilder<unknown>
    earlier: RawBuilder<unknown>
    at: Date
  },
): Promise<string[]> {
  const { kind, postId, commentId, actorId, at } = event
  return collectUserIds(
    sql<{ user_id: string }>`
      insert into inbox_items as i (workspace_id, user_id, id, kind, post_id, comment_id,
        actor_ids, actor_count, created_at, updated_at)
      select u.workspace_id, u.id, gen_random_uuid(), ${kind}, ${postId}::uuid, ${commentId}::uuid,
        array[${actorId}::uuid], 1, ${at}::timestamptz, ${at}::timestamptz
      from users u
      where u.workspace_id = ${workspaceId} and u.id in (${event.users}) and u.id <> ${actorId}
        and ${wants(kind)}
      order by u.id
      on conflict (workspace_id, user_id, kind, post_id)
        where read_at is null and kind in ('comment', 'reaction')
      do update set
        comment_id = excluded.comment_id,
        actor_ids = (excluded.actor_ids || array_remove(i.actor_ids, ${actorId}))[1:${storedActors}],
        actor_count = i.actor_count + (
          case when (
            select count(*) from ${event.earlier}
            where e.user_id = ${actorId} and e.created_at >= i.created_at
              and i.user_id <> all (e.mention_ids)) > 1
          then 0 else 1 end),
        created_at = least(i.created_at, excluded.created_at),
        updated_at = greatest(i.updated_at, excluded.updated_at)
      returning i.user_id`,
    trx,
  )
}

/**
 * Counts the people of the items that covered an event of a person, after the event is gone. Items
 * without people are deleted.
 */
function removeEvent(
  trx: Trx,
  workspaceId: string,
  event: {
    kind: 'comment' | 'reaction'
    postId: string
    exceptId: string | null
    remaining: RawBuilder<unknown>
    at: Date
  },
): Promise<string[]> {
  const { kind, postId, exceptId, at } = event
  return collectUserIds(
    sql<{ user_id: string }>`
      with item as materialized (
        select i.user_id, i.id, found.*
        from inbox_items i
        cross join lateral (
          select count(*)::int as people, array_agg(x.user_id order by x.last_at desc) as actors,
            (array_agg(x.last_id order by x.last_at desc))[1] as last_id
          from (
            select e.user_id, max(e.created_at) as last_at,
              (array_agg(e.id order by e.created_at desc))[1] as last_id
            from ${event.remaining}
            where e.user_id <> i.user_id and i.user_id <> all (e.mention_ids)
              and (${exceptId}::uuid is null or e.id <> ${exceptId}::uuid)
              and e.created_at between i.created_at and coalesce(i.read_at, 'infinity')
            group by e.user_id) x) found
        where i.workspace_id = ${workspaceId} and i.post_id = ${postId} and i.kind = ${kind}
          and ${at}::timestamptz between i.created_at and coalesce(i.read_at, 'infinity')),
      gone as (
        delete from inbox_items i using item
        where i.workspace_id = ${workspaceId} and i.user_id = item.user_id and i.id = item.id
          and item.people = 0
        returning i.user_id),
      kept as (
        update inbox_items i set actor_ids = item.actors[1:${storedActors}],
          actor_count = item.people, comment_id = item.last_id
        from item
        where i.workspace_id = ${workspaceId} and i.user_id = item.user_id and i.id = item.id
          and item.people > 0
        returning i.user_id)
      select user_id from gone union all select user_id from kept`,
    trx,
  )
}

/**
 * Tells the author, the recipients and the latest commenters of a post about a comment, except the
 * people it mentions.
 */
export const addCommentToInboxes = (
  trx: Trx,
  workspaceId: string,
  post: PostWithPeople,
  comment: { id: string; userId: string; mentionIds: readonly string[]; at: Date },
): Promise<string[]> =>
  addEvent(trx, workspaceId, {
    kind: 'comment',
    postId: post.id,
    commentId: comment.id,
    actorId: comment.userId,
    users: sql`(
      select unnest(${[post.from_id, ...post.to_ids]}::uuid[])
      union
      select latest.user_id from (
        select c.user_id from comments c
        where c.workspace_id = ${workspaceId} and c.post_id = ${post.id}
        order by c.id desc limit ${sql.lit(limits.inbox_commenters_scanned)}) latest)
      except select unnest(${comment.mentionIds}::uuid[])`,
    earlier: commentEvents(workspaceId, post.id),
    at: comment.at,
  })

/** Takes a comment out of the items that cover it. Call it before the comment is deleted. */
export const removeCommentFromInboxes = (
  trx: Trx,
  workspaceId: string,
  comment: { id: string; post_id: string; created_at: Date },
): Promise<string[]> =>
  removeEvent(trx, workspaceId, {
    kind: 'comment',
    postId: comment.post_id,
    exceptId: comment.id,
    remaining: commentEvents(workspaceId, comment.post_id),
    at: comment.created_at,
  })

/** Tells the author and the recipients of a post about a like or reaction. */
export const addReactionToInboxes = (
  trx: Trx,
  workspaceId: string,
  post: PostWithPeople,
  reaction: { userId: string; at: Date },
): Promise<string[]> =>
  addEvent(trx, workspaceId, {
    kind: 'reaction',
    postId: post.id,
    commentId: null,
    actorId: reaction.userId,
    users: sql`select unnest(${[post.from_id, ...post.to_ids]}::uuid[])`,
    earlier: reactionEvents(workspaceId, post.id),
    at: reaction.at,
  })

/** Takes a deleted like or reaction out of the items that covered it. */
export const removeReactionFromInboxes = (
  trx: Trx,
  workspaceId: string,
  postId: string,
  reactedAt: Date,
): Promise<string[]> =>
  removeEvent(trx, workspaceId, {
    kind: 'reaction',
    postId,
    exceptId: null,
    remaining: reactionEvents(workspaceId, postId),
    at: reactedAt,
  })

/** Deletes the items of deleted posts and add-ons. */
export const removePostsFromInboxes = (
  trx: Trx,
  workspaceId: string,
  postIds: string[],
): Promise<string[]> =>
  collectUserIds(
    sql<{ user_id: string }>`
      delete from inbox_items
      where workspace_id = ${workspaceId} and post_id = any (${postIds}::uuid[])
      returning user_id`,
    trx,
  )

/** Tells buyers that their purchase was fulfilled or declined. */
export const addDecisionToInboxes = (
  trx: Trx,
  workspaceId: string,
  decision: { purchaseId: string; buyerIds: string[]; actorId: string | null; at: Date },
): Promise<string[]> =>
  collectUserIds(
    sql<{ user_id: string }>`
      insert into inbox_items (workspace_id, user_id, id, kind, purchase_id, actor_ids,
        actor_count, created_at, updated_at)
      select u.workspace_id, u.id, gen_random_uuid(), 'purchase_decided',
        ${decision.purchaseId}::uuid, array_remove(array[${decision.actorId}::uuid], null),
        num_nonnulls(${decision.actorId}::uuid), ${decision.at}::timestamptz,
        ${decision.at}::timestamptz
      from users u
      where u.workspace_id = ${workspaceId} and u.id = any (${decision.buyerIds}::uuid[])
        and u.id is distinct from ${decision.actorId}::uuid and ${wants('purchase_decided')}
      returning user_id`,
    trx,
  )

/**
 * Tells the rewards administrators that a purchase awaits a decision. Each has one item for all of
 * them, which becomes unread again.
 */
export const addRequestToInboxes = (
  trx: Trx,
  workspaceId: string,
  request: { buyerId: string | null; at: Date },
): Promise<string[]> =>
  collectUserIds(
    sql<{ user_id: string }>`
      insert into inbox_items as i (workspace_id, user_id, id, kind, actor_ids, actor_count,
        created_at, updated_at)
      select u.workspace_id, u.id, gen_random_uuid(), 'purchase_requested',
        array_remove(array[${request.buyerId}::uuid], null), num_nonnulls(${request.buyerId}::uuid),
        ${request.at}::timestamptz, ${request.at}::timestamptz
      from permissions p
      join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
      where p.workspace_id = ${workspaceId} and p.rewards_administrator
        and u.id is distinct from ${request.buyerId}::uuid and ${wants('purchase_requested')}
      order by u.id
      on conflict (workspace_id, user_id) where kind = 'purchase_requested'
      do update set actor_ids = excluded.actor_ids, actor_count = excluded.actor_count,
        updated_at = excluded.updated_at, read_at = null
      returning i.user_id`,
    trx,
  )

/** Tells the uploader that an import has ended. */
export const addImportToInbox = (
  trx: Trx,
  workspaceId: string,
  ended: { importId: string; userId: string; at: Date },
): Promise<string[]> =>
  collectUserIds(
    sql<{ user_id: string }>`
      insert into inbox_items (workspace_id, user_id, id, kind, import_id, created_at, updated_at)
      select u.workspace_id, u.id, gen_random_uuid(), 'import_finished', ${ended.importId}::uuid,
        ${ended.at}::timestamptz, ${ended.at}::timestamptz
      from users u
      where u.workspace_id = ${workspaceId} and u.id = ${ended.userId}
        and ${wants('import_finished')}
      returning user_id`,
    trx,
  )

/** Reminds users of points that they may still give. Repeating it for a period has no effect. */
export const addEndingAllowances = (
  trx: Trx,
  workspaceId: string,
  period: { start: Date; end: Date },
  at: Date,
): Promise<string[]> =>
  collectUserIds(
    sql<{ user_id: string }>`
      insert into inbox_items (workspace_id, user_id, id, kind, period_start, period_end,
        created_at, updated_at)
      select u.workspace_id, u.id, gen_random_uuid(), 'allowance_ending',
        ${period.start}::timestamptz, ${period.end}::timestamptz, ${at}::timestamptz,
        ${at}::timestamptz
      from users u
      join settings s on s.workspace_id = u.workspace_id
      left join allowances a on a.workspace_id = u.workspace_id and a.user_id = u.id
        and a.period_start = ${period.start}
      where u.workspace_id = ${workspaceId} and ${wants('allowance_ending')}
        and coalesce(u.points_limit, s.points_limit) > coalesce(a.spent, 0)
      on conflict (workspace_id, user_id, period_start) where kind = 'allowance_ending'
      do nothing
      returning user_id`,
    trx,
  )
