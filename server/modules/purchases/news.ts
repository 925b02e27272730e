import type { Services } from '#server/platform/services.ts'

/**
 * Tells open pages that a purchase has changed, once that is committed: the lists and the shop (its
 * stock), and those whose points moved.
 */
export function publishPurchaseChanged(
  { events }: Pick<Services, 'events'>,
  workspace_id: string,
  user_ids: string[],
): void {
  events.publish(workspace_id, ['purchases', 'rewards'])
  events.publish(workspace_id, ['coins'], [...new Set(user_ids)])
}
