import { listAbilities } from '#contract/permissions.ts'
import type { Person } from '#contract/schemas/users.ts'
import { listMentioned } from '#contract/split-mentions.ts'
import { isPostReader, type PostRecord } from '#server/modules/posts/queries.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import { findPermissions } from '#server/modules/people/permission-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { StoredMentions } from './queries.ts'

async function canReadPost(
  trx: Trx,
  workspaceId: string,
  post: PostRecord,
  userId: string,
): Promise<boolean> {
  if (!post.private || post.from_id === userId || post.to_ids.includes(userId)) return true
  if (post.from_id === null && (await isPostReader(trx, workspaceId, post.id, userId))) return true
  const held = await findPermissions(trx, workspaceId, userId)
  return held !== undefined && listAbilities(held).includes('see_private_posts')
}

/**
 * Returns the mentions of a comment as they are stored: people whose name follows an "@" in its
 * text, each once. Throws `user_not_found` for ids that are not accepted members allowed to see the
 * post; `keptIds`, which the comment mentioned before, stay valid.
 */
export async function resolveMentions(
  trx: Trx,
  workspaceId: string,
  post: PostRecord,
  {
    text,
    userIds,
    keptIds = [],
  }: { text: string; userIds: readonly string[]; keptIds?: readonly string[] },
): Promise<StoredMentions> {
  const people = await loadPeople(trx, workspaceId, userIds)
  const allowed: Person[] = []
  for (const id of new Set(userIds)) {
    const person = people.get(id)
    const isKept = keptIds.includes(id) && person !== undefined
    const isAllowed =
      isKept || (person?.state === 'accepted' && (await canReadPost(trx, workspaceId, post, id)))
    if (!person || !isAllowed) throwRefusal('user_not_found', { field: 'mentions' })
    allowed.push(person)
  }
  const named = listMentioned(text, allowed)
  return {
    mention_ids: named.map((person) => person.id),
    mention_names: named.map((person) => person.name),
  }
}
