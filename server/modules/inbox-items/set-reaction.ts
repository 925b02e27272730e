import type { Trx } from '#server/platform/database/database.ts'
import { addReactionToInboxes, type PostWithPeople, removeReactionFromInboxes } from './queries.ts'

/**
 * Adds a like or reaction (`on`) to the inboxes of the people of a post, or removes a deleted one.
 * `at` is the time of the reaction; without it nothing has changed. Returns the ids of the users
 * whose inbox changed.
 */
export async function setReactionInInboxes(
  trx: Trx,
  workspaceId: string,
  post: PostWithPeople,
  { userId, on, at }: { userId: string; on: boolean; at: Date | undefined },
): Promise<string[]> {
  if (!at) return []
  return on
    ? addReactionToInboxes(trx, workspaceId, post, { userId, at })
    : removeReactionFromInboxes(trx, workspaceId, post.id, at)
}
