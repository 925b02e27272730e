import type { Services } from '#server/platform/services.ts'

/** Publishes a committed change of inboxes to their owners. */
export function publishInboxChanged(
  { events }: Pick<Services, 'events'>,
  workspaceId: string,
  userIds: readonly string[],
): void {
  if (userIds.length) events.publish(workspaceId, ['inbox'], [...userIds])
}
