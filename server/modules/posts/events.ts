import { listParticipants } from '#server/modules/people/participants.ts'
import type { Services } from '#server/platform/services.ts'

export type PostRef = { id: string; private: boolean; from_id: string | null; to_ids: string[] }

/**
 * Publishes the creation, change or deletion of a post after the commit, and `coins` to users with
 * changed balances (`moved`: posts whose points moved along, such as add-ons). Private posts are
 * published to their author, recipients and contributors only; administrators see them on reload.
 */
export function publishPostChanged(
  { events }: Pick<Services, 'events'>,
  workspaceId: string,
  post: PostRef,
  points: 'moved' | 'stay',
  moved: Pick<PostRef, 'from_id' | 'to_ids'>[] = [],
): void {
  const others = moved.flatMap(listParticipants)
  const participants = [...listParticipants(post), ...others]
  events.publish(
    workspaceId,
    [`posts:${post.id}`],
    post.private ? [...new Set(participants)] : undefined,
  )
  const walletOwners = points === 'moved' ? participants : others
  if (walletOwners.length) events.publish(workspaceId, ['coins'], [...new Set(walletOwners)])
}
