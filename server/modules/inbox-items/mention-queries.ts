import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { inboxStatements } from './queries.ts'

const { collectUserIds, insertItems, wants } = inboxStatements

type MentioningComment = { id: string; userId: string; mentionIds: readonly string[]; at: Date }

/** Adds an item for each person mentioned in a comment, one per comment. */
export async function addMentionsToInboxes(
  trx: Trx,
  workspaceId: string,
  postId: string,
  comment: MentioningComment,
): Promise<string[]> {
  if (!comment.mentionIds.length) return []
  const { rows } = await sql<{ id: string }>`
    select u.id from users u
    where u.workspace_id = ${workspaceId} and u.id = any (${comment.mentionIds}::uuid[])
      and u.id <> ${comment.userId} and ${wants('mention')}`.execute(trx)
  return insertItems(
    trx,
    workspaceId,
    rows.map((row) => row.id),
    {
      kind: 'mention',
      post_id: postId,
      comment_id: comment.id,
      actor_ids: [comment.userId],
      actor_count: 1,
      created_at: comment.at,
    },
    sql`on conflict (workspace_id, user_id, comment_id) where kind = 'mention' do nothing`,
  )
}

/** Deletes the items of people who are no longer mentioned in a comment. */
const removeMentionsFromInboxes = (
  trx: Trx,
  workspaceId: string,
  commentId: string,
  mentionIds: readonly string[],
): Promise<string[]> =>
  collectUserIds(
    sql<{ user_id: string }>`
      delete from inbox_items
      where workspace_id = ${workspaceId} and comment_id = ${commentId} and kind = 'mention'
        and user_id <> all (${mentionIds}::uuid[])
      returning user_id`,
    trx,
  )

/**
 * Adds and deletes items so that they match the mentions of an edited comment. `earlierIds`: the
 * people mentioned before.
 */
export async function setMentionsInInboxes(
  trx: Trx,
  workspaceId: string,
  postId: string,
  { earlierIds, ...comment }: MentioningComment & { earlierIds: readonly string[] },
): Promise<string[]> {
  const removed = await removeMentionsFromInboxes(trx, workspaceId, comment.id, comment.mentionIds)
  const mentionIds = comment.mentionIds.filter((id) => !earlierIds.includes(id))
  return [
    ...removed,
    ...(await addMentionsToInboxes(trx, workspaceId, postId, { ...comment, mentionIds })),
  ]
}
