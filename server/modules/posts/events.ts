import type { Services } from '#server/platform/services.ts'

export type PostRef = { id: string; private: boolean; from_id: string; to_ids: string[] }

/**
 * Tells open pages that a post is there, has changed or is gone, once that is committed; and those
 * whose points moved with it (also `moved`: those of its add-ons). Of a private one hear its author
 * and recipients alone, and whoever added to it; administrators who may see it find it at their
 * next look.
 */
export function publishPostChanged(
  { events }: Pick<Services, 'events'>,
  workspaceId: string,
  post: PostRef,
  points: 'moved' | 'stay',
  moved: Pick<PostRef, 'from_id' | 'to_ids'>[] = [],
): void {
  const others = moved.flatMap((one) => [one.from_id, ...one.to_ids])
  const concerned = [post.from_id, ...post.to_ids, ...others]
  events.publish(
    workspaceId,
    [`posts:${post.id}`],
    post.private ? [...new Set(concerned)] : undefined,
  )
  const holders = points === 'moved' ? concerned : others
  if (holders.length) events.publish(workspaceId, ['coins'], [...new Set(holders)])
}
