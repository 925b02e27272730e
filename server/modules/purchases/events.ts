import type { Services } from '#server/platform/services.ts'

/**
 * Publishes a committed change of a purchase to the purchase lists and the shop (its stock), and to
 * users whose points moved. Inboxes follow the purchases.
 */
export function publishPurchaseChanged(
  { events }: Pick<Services, 'events'>,
  workspaceId: string,
  userIds: string[],
): void {
  events.publish(workspaceId, ['purchases', 'rewards'])
  events.publish(workspaceId, ['coins'], [...new Set(userIds)])
}
