import type { Services } from '#server/platform/services.ts'

type Told = { id: string; private: boolean; from_id: string; to_ids: string[] }

/**
 * Tells open pages that a post is there, has changed or is gone, once that is committed; and those whose points moved with it. Of a private one hear its author and recipients alone; administrators
 * who may see it find it at their next look.
 */
export function tellPost({ events }: Pick<Services, 'events'>, workspace_id: string, post: Told, points: 'moved' | 'stay'): void {
  const concerned = [post.from_id, ...post.to_ids]
  events.publish(workspace_id, [`posts:${post.id}`], post.private ? concerned : undefined)
  if (points === 'moved') events.publish(workspace_id, ['coins'], concerned)
}
