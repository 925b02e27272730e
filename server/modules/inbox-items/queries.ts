import { type Insertable, type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { InboxKind } from '#contract/schemas/inbox.ts'
import { listParticipants } from '#server/modules/people/participants.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { sliceRows } from '#server/platform/database/insert-rows.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import { newId } from '#server/platform/ids.ts'

// Services write inbox items in the transaction of their cause. Each function returns the ids of
// the users whose inbox changed, for `publishInboxChanged` after the commit.

/** Latest people stored in an item. */
const storedActors = sql.lit(10)

export type PostWithPeople = { id: string; from_id: string | null; to_ids: string[] }

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

/** Fields that differ between the items of one event. */
type ItemValues = Partial<Insertable<Tables['inbox_items']>>

/**
 * Inserts an item for each user, in the order of their ids, and returns the ids of the users whose
 * inbox changed. `onConflict` is the rest of the statement; `i` is the existing item.
 */
async function insertItems(
  trx: Trx,
  workspaceId: string,
  userIds: readonly string[],
  values: ItemValues & { kind: InboxKind; created_at: Date },
  onConflict: RawBuilder<unknown> = sql``,
): Promise<string[]> {
  const columns = Object.keys(values)
  const row = (userId: string) =>
    sql`(${workspaceId}, ${userId}, ${newId(values.created_at)}, ${values.created_at},
      ${sql.join(Object.values(values))})`
  const sorted = userIds.toSorted()
  const changed: string[] = []
  for (const slice of sliceRows(sorted))
    changed.push(
      ...(await collectUserIds(
        sql<{ user_id: string }>`
          insert into inbox_items as i (workspace_id, user_id, id, updated_at,
            ${sql.join(columns.map((column) => sql.ref(column)))})
          values ${sql.join(slice.map(row))} ${onConflict}
          returning user_id`,
        trx,
      )),
    )
  return changed
}

/** Parts that the statements of other files share. */
export const inboxStatements = { collectUserIds, insertItems, wants }

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
 * includes the events since its creation, and counts each person once. Comments that mention the
 * user have items of their own.
 */
async function addEvent(
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
  // Concurrent events may be written in another order than that of their times, and an event before
  // the item's creation moves its creation.
  const { rows } = await sql<{ user_id: string; is_counted: boolean }>`
    select u.id as user_id, i.id is not null and (
      select count(*) from ${event.earlier}
      where e.user_id = ${actorId} and e.created_at >= least(i.created_at, ${at}::timestamptz)
        and u.id <> all (e.mention_ids)) > 1 as is_counted
    from users u
    left join inbox_items i on i.workspace_id = u.workspace_id and i.user_id = u.id
      and i.kind = ${kind} and i.post_id = ${postId} and i.read_at is null
    where u.workspace_id = ${workspaceId} and u.id in (${event.users}) and u.id <> ${actorId}
      and ${wants(kind)}`.execute(trx)
  // A slice would be shorter, but Citus crashes on one in ON CONFLICT.
  const actors = sql`(excluded.actor_ids || array_remove(i.actor_ids, ${actorId}))`
  const counted = rows.filter((row) => row.is_counted).map((row) => row.user_id)
  return insertItems(
    trx,
    workspaceId,
    rows.map((row) => row.user_id),
    {
      kind,
      post_id: postId,
      comment_id: commentId,
      actor_ids: [actorId],
      actor_count: 1,
      created_at: at,
    },
    sql`
      on conflict (workspace_id, user_id, kind, post_id)
        where read_at is null and kind in ('comment', 'reaction')
      do update set
        comment_id = excluded.comment_id,
        actor_ids = trim_array(${actors}, greatest(cardinality(${actors}) - ${storedActors}, 0)),
        actor_count = i.actor_count
          + case when i.user_id = any (${counted}::uuid[]) then 0 else 1 end,
        created_at = least(i.created_at, excluded.created_at),
        updated_at = greatest(i.updated_at, excluded.updated_at)`,
  )
}

/**
 * Counts the people of the items that included a deleted event again. Items without people are
 * deleted.
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
          select count(*)::int as people,
            trim_array(array_agg(x.user_id order by x.last_at desc),
              greatest(count(*)::int - ${storedActors}, 0)) as actors,
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
        update inbox_items i set actor_ids = item.actors,
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
 * Adds a comment to the inboxes of the author, the recipients and the latest commenters of a post,
 * except the people it mentions.
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
      select unnest(${listParticipants(post)}::uuid[])
      union
      select latest.user_id from (
        select c.user_id from comments c
        where c.workspace_id = ${workspaceId} and c.post_id = ${post.id}
        order by c.id desc limit ${sql.lit(limits.inbox_commenters_scanned)}) latest)
      except select unnest(${comment.mentionIds}::uuid[])`,
    earlier: commentEvents(workspaceId, post.id),
    at: comment.at,
  })

/** Removes a comment from the items that include it. Call it before the comment is deleted. */
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

/** Adds a like or reaction to the inboxes of the author and the recipients of a post. */
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
    users: sql`select unnest(${listParticipants(post)}::uuid[])`,
    earlier: reactionEvents(workspaceId, post.id),
    at: reaction.at,
  })

/** Removes a deleted like or reaction from the items that included it. */
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
