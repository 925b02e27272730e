import type { Post } from '#contract/schemas/posts.ts'
import type { ChatPost } from '#server/modules/chat-messages/describe-post.ts'
import { buildPostQuery } from '#server/modules/posts/feed-queries.ts'
import { presentPosts } from '#server/modules/posts/present.ts'
import { toViewer } from '#server/modules/posts/viewer.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { isUuid } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'

/** Returns a post as a card shows it. */
export const toChatPost = (post: Post, publicUrl: string): ChatPost => ({
  id: post.id,
  from: post.from,
  to: post.to,
  score: post.score,
  description: post.description,
  value: post.value,
  url: `${publicUrl}/posts/${post.id}`,
})

/**
 * Returns a post that a card shows. Private posts never leave Laurel, also not for their readers,
 * and answer like unknown ones. Throws `not_found`.
 */
export async function loadPublicPost(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  id: string,
): Promise<Post> {
  if (!isUuid(id)) throwRefusal('not_found')
  const viewer = { ...toViewer(actor), seesPrivatePosts: false, publicOnly: true }
  const [page] = await db.read(actor.workspace_id, buildPostQuery(viewer, id).compile(db.global))
  const [post] = page ? presentPosts(page, actor) : []
  if (!post || post.parent_id !== null) return throwRefusal('not_found')
  return post
}
