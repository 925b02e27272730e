import type { Services } from '#server/platform/services.ts'

/**
 * Tells open pages that a purchase has changed, once that is committed: the lists and the shop (its
 * stock), and those whose points moved.
 */
export function publishPurchaseChanged(
  { events }: Pick<Services, 'events'>,
  workspaceId: string,
  userIds: string[],
): void {
  events.publish(workspaceId, ['purchases', 'rewards'])
  events.publish(workspaceId, ['coins'], [...new Set(userIds)])
}
