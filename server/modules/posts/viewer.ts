import type { Actor } from '#server/platform/auth/sessions.ts'

/** Reader of posts; queries return only the posts that the viewer may see. */
export type Viewer = { workspaceId: string; userId: string; seesPrivatePosts: boolean }

export function toViewer(actor: Actor): Viewer {
  return {
    workspaceId: actor.workspace_id,
    userId: actor.user_id,
    seesPrivatePosts: actor.abilities.has('see_private_posts'),
  }
}
