import { publicOnlyScope } from '#contract/scopes.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'

/**
 * Reader of posts; queries return only the posts that the viewer may see. `publicOnly`: private posts
 * are hidden, also those from and to the viewer.
 */
export type Viewer = {
  workspaceId: string
  userId: string
  seesPrivatePosts: boolean
  publicOnly?: boolean
}

const nobodyId = '00000000-0000-0000-0000-000000000000'

/** Returns the id of the person whose private posts a viewer may see. */
export const readerIdOf = ({ userId, publicOnly }: Viewer): string =>
  publicOnly ? nobodyId : userId

/** Returns whether the person has not let an application read what is private. */
export const readsPublicOnly = ({ scopes }: Pick<Actor, 'scopes'>): boolean =>
  scopes.includes(publicOnlyScope)

export function toViewer(actor: Actor): Viewer {
  const publicOnly = readsPublicOnly(actor)
  return {
    workspaceId: actor.workspace_id,
    userId: actor.user_id,
    seesPrivatePosts: !publicOnly && actor.abilities.has('see_private_posts'),
    publicOnly,
  }
}
