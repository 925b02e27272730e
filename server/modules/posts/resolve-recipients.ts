import { limits } from '#contract/limits.ts'
import { listGroupNames } from '#server/modules/audience-members/queries.ts'
import { listAcceptedMembers } from '#server/modules/memberships/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'

/**
 * Returns the people of a post: those who are named, then the accepted members of its groups by
 * name, without the sender. A budget pays for more people than an allowance. A private post has few,
 * because the search index has its words once for each reader. Throws not_found for an unknown
 * group, user_not_found without people, out_of_range for too many.
 */
export async function resolveRecipients(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: Actor,
  post: {
    to_id: string[]
    group_ids?: string[] | undefined
    private: boolean
    budget_id?: string | undefined
  },
): Promise<string[]> {
  const groupIds = [...new Set(post.group_ids)]
  if (!groupIds.length) return post.to_id
  const found = await listGroupNames(trx, workspaceId, groupIds)
  if (found.length < groupIds.length) throwRefusal('not_found', { field: 'group_ids' })
  const max =
    post.budget_id !== undefined && !post.private
      ? limits.budget_recipients_max
      : limits.recipients_max
  // Two more than allowed: the sender may be one of them.
  const memberIds = await listAcceptedMembers(trx, workspaceId, groupIds, max + 2)
  const ids = new Set([...post.to_id, ...memberIds.filter((id) => id !== userId)])
  if (!ids.size) throwRefusal('user_not_found', { field: 'to_id' })
  if (ids.size > max)
    throwRefusal('out_of_range', { field: 'to_id', params: { start: 1, finish: max } })
  return [...ids]
}
