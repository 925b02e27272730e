import { sql } from 'kysely'
import { groupsBelow } from '#server/modules/memberships/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { toIdRange } from '#server/platform/ids.ts'
import type { Viewer } from './viewer.ts'

export type PostExportRow = {
  id: string
  day: string
  from_id: string | null
  to_ids: string[]
  value: string
  score: number
  description: string
  like_count: number
  private: boolean
  parent: string | null
}

/** The condition of posts from or to people who were in a group or below it on that day. */
const isOfGroup = (workspaceId: string, groupId: string, timezone: string) => sql<boolean>`exists (
  select from unnest(posts.to_ids || posts.from_id) as person (id)
  join group_members m on m.workspace_id = ${workspaceId} and m.user_id = person.id
  where m.group_id = any (array(${groupsBelow(workspaceId, [groupId])} select id from below))
    and (m.joined_at at time zone ${timezone})::date <= posts.day
    and (m.left_at is null or (m.left_at at time zone ${timezone})::date > posts.day))`

/**
 * Returns a page of at most `limit` posts for the CSV export, newest first: visible to the viewer,
 * of these days, with ids below `before`. Of a group: from or to people who were in it on that day.
 */
export async function listPostsForExport(
  trx: Trx,
  { workspaceId, userId, seesPrivatePosts, publicOnly }: Viewer,
  input: {
    days: { from: string; to: string }
    before: string | undefined
    limit: number
    groupId?: string | undefined
    timezone: string
  },
): Promise<PostExportRow[]> {
  const { days } = input
  const { first, end } = toIdRange(days)
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
      // A subquery, because only add-ons have a parent.
      sql<string | null>`(
        select parent.description from posts parent
        where parent.workspace_id = ${workspaceId} and parent.id = posts.parent_id
      )`.as('parent'),
    ])
    .where('posts.workspace_id', '=', workspaceId)
    .where('posts.deleted_at', 'is', null)
    // Ids start with a timestamp, so these bounds limit the index scan. They are a day wider, which
    // covers every time zone.
    .where('posts.id', '<', input.before ?? end)
    .where('posts.id', '>=', first)
    .where('posts.day', '>=', days.from)
    .where('posts.day', '<=', days.to)
  if (publicOnly) query = query.where('posts.private', '=', false)
  else if (!seesPrivatePosts)
    query = query.where(
      sql<boolean>`(not posts.private or posts.from_id = ${userId}
        or ${userId} = any (posts.to_ids)
        or exists (select from post_readers pr where pr.workspace_id = ${workspaceId}
          and pr.user_id = ${userId} and pr.post_id in (posts.id, posts.parent_id)))`,
    )
  if (input.groupId !== undefined)
    query = query.where(isOfGroup(workspaceId, input.groupId, input.timezone))
  return query.orderBy('posts.id', 'desc').limit(input.limit).execute()
}
