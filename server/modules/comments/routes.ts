import type { Kysely } from 'kysely'
import { toViewer } from '#server/modules/posts/viewer.ts'
import { decodeIdCursor } from '#server/platform/http/cursors.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { type MountRoute, toIdempotentCall } from '#server/platform/http/mount-routes.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import type { Services } from '#server/platform/services.ts'
import { presentCommentPage } from './present.ts'
import { buildCommentPageQuery } from './queries.ts'
import {
  addComment,
  addPointsToPost,
  deleteComment,
  editComment,
  listReactors,
  setReaction,
} from './service.ts'

export function mountComments(handle: MountRoute, services: Services): void {
  const { db } = services
  const compiler: Kysely<Tables> = db.global

  handle('posts.react', ({ actor, params, body, at }) =>
    setReaction(services, actor, params.id, { reaction: body.reaction, on: true }, at),
  )
  handle('posts.unreact', ({ actor, params, at }) =>
    setReaction(services, actor, params.id, { reaction: params.reaction, on: false }, at),
  )
  handle('posts.reactors', ({ actor, params }) =>
    listReactors(services, actor, params.id, params.reaction),
  )
  handle('posts.comments', async ({ actor, params, query }) => {
    const page = buildCommentPageQuery(
      toViewer(actor),
      params.id,
      actor.switches.comments,
      decodeIdCursor(query.cursor),
      query.limit,
    )
    const [found] = await db.read(actor.workspace_id, page.compile(compiler))
    if (!found?.exists) throwRefusal('not_found')
    const all = presentCommentPage(found, params.id, actor)
    const items = all.slice(0, query.limit)
    return { items, next_cursor: all.length > query.limit ? (items.at(-1)?.id ?? null) : null }
  })
  handle('posts.comment', (call) =>
    addComment(
      services,
      call.actor,
      call.params.id,
      call.body,
      toIdempotentCall('posts.comment', call),
    ),
  )
  handle('posts.edit_comment', ({ actor, params, body, at }) =>
    editComment(services, actor, params.id, params.comment_id, body, at),
  )
  handle('posts.delete_comment', ({ actor, params, at }) =>
    deleteComment(services, actor, params.id, params.comment_id, at),
  )
  handle('posts.add_on', (call) =>
    addPointsToPost(
      services,
      call.actor,
      call.params.id,
      call.body,
      toIdempotentCall('posts.add_on', call),
    ),
  )
}
