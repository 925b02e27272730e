import { type CompanyRecognition, recognizeAsCompany } from '#server/ledger/recognition.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { postEffects } from './create-post.ts'
import { publishPostChanged } from './events.ts'

export type CompanyPost = Omit<CompanyRecognition, 'postId'> & { id: string }

/**
 * Writes a post by the workspace with its points, inbox items, mails and webhook deliveries, in the
 * caller's transaction. After the commit the caller passes the post to `publishCompanyPost`. Throws
 * user_not_found, budget_overdrawn and budget_unavailable.
 */
export async function createCompanyPost(
  trx: Trx,
  post: Omit<CompanyPost, 'id'>,
): Promise<CompanyPost> {
  const id = newId(post.at)
  await recognizeAsCompany(trx, { ...post, postId: id }, postEffects)
  return { ...post, id }
}

/** Publishes a new post by the workspace, a private one to its recipients and readers. */
export function publishCompanyPost(
  services: Pick<Services, 'events'>,
  { id, workspaceId, isPrivate, recipientIds, readerIds, points, budgetId }: CompanyPost,
): void {
  publishPostChanged(
    services,
    workspaceId,
    { id, private: isPrivate, from_id: null, to_ids: [...recipientIds, ...readerIds] },
    'stay',
  )
  services.events.publish(workspaceId, points > 0 ? ['coins', 'inbox'] : ['inbox'], recipientIds)
  if (budgetId) services.events.publish(workspaceId, ['budgets'])
}
