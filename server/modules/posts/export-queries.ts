import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { toIdRange } from '#server/platform/ids.ts'
import type { Viewer } from './viewer.ts'

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
 * Returns a page of at most `limit` posts for the CSV export, newest first: visible to the viewer,
 * of these days, with ids below `before`.
 */
export async function listPostsForExport(
  trx: Trx,
  { workspaceId, userId, seesPrivatePosts }: Viewer,
  input: { days: { from: string; to: string }; before: string | undefined; limit: number },
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
  if (!seesPrivatePosts)
    query = query.where(
      sql<boolean>`(not posts.private or posts.from_id = ${userId}
        or ${userId} = any (posts.to_ids))`,
    )
  return query.orderBy('posts.id', 'desc').limit(input.limit).execute()
}
