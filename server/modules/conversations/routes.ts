import type { Kysely } from 'kysely'
import { viewerOf } from '#server/modules/posts/queries.ts'
import { decodeIdCursor } from '#server/platform/cursors.ts'
import { fail } from '#server/platform/errors.ts'
import { type Handle, idempotent } from '#server/platform/http.ts'
import type { Tables } from '#server/platform/schema.ts'
import type { Services } from '#server/platform/services.ts'
import { presentConversation } from './present.ts'
import { conversationPage } from './queries.ts'
import {
  addComment,
  addPoints,
  deleteComment,
  editComment,
  reactorsTo,
  setReaction,
} from './rules.ts'

export function mountConversations(handle: Handle, services: Services): void {
  const { db } = services
  const compiler: Kysely<Tables> = db.global

  handle('posts.react', ({ actor, params, body, at }) =>
    setReaction(services, actor, params.id, { reaction: body.reaction, on: true }, at),
  )
  handle('posts.unreact', ({ actor, params, at }) =>
    setReaction(services, actor, params.id, { reaction: params.reaction, on: false }, at),
  )
  handle('posts.reactors', ({ actor, params }) =>
    reactorsTo(services, actor, params.id, params.reaction),
  )
  handle('posts.comments', async ({ actor, params, query }) => {
    const page = conversationPage(
      viewerOf(actor),
      params.id,
      actor.switches.comments,
      decodeIdCursor(query.cursor),
      query.limit,
    )
    const [found] = await db.read(actor.workspace_id, page.compile(compiler))
    if (!found?.there) fail('not_found')
    const all = presentConversation(found, params.id, actor)
    const items = all.slice(0, query.limit)
    return { items, next_cursor: all.length > query.limit ? (items.at(-1)?.id ?? null) : null }
  })
  handle('posts.comment', ({ actor, params, body, at }) =>
    addComment(services, actor, params.id, body, at),
  )
  handle('posts.edit_comment', ({ actor, params, body, at }) =>
    editComment(services, actor, params.id, params.comment_id, body, at),
  )
  handle('posts.delete_comment', ({ actor, params, at }) =>
    deleteComment(services, actor, params.id, params.comment_id, at),
  )
  handle('posts.add_on', (call) =>
    addPoints(services, call.actor, call.params.id, call.body, idempotent('posts.add_on', call)),
  )
}
