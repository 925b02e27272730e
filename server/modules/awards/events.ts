import { publishInboxChanged } from '#server/modules/inbox-items/events.ts'
import { type CompanyPost, publishCompanyPost } from '#server/modules/posts/company-posts.ts'
import type { Services } from '#server/platform/services.ts'

/** What a submission, a decision or a withdrawal has changed beside the gift. */
export type GiftChange = {
  /** Users whose inbox changed. */
  inboxes: string[]
  hasMovedPoints: boolean
  /** The post of a given gift. */
  post: CompanyPost | null
}

/** Publishes a committed change of a gift. Receivers learn nothing before its post. */
export function publishGiftChanged(
  services: Pick<Services, 'events'>,
  workspaceId: string,
  { inboxes, hasMovedPoints, post }: GiftChange,
): void {
  publishInboxChanged(services, workspaceId, inboxes)
  if (post) publishCompanyPost(services, post)
  else if (hasMovedPoints) services.events.publish(workspaceId, ['budgets'])
}
