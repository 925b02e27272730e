import type { Kysely } from 'kysely'
import { audit } from '#server/platform/audit/audit-log.ts'
import { decodeIdCursor } from '#server/platform/http/cursors.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import {
  type RouteCall,
  type MountRoute,
  toIdempotentCall,
} from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import { streamPostsCsv } from './export-csv.ts'
import { type PostPage, presentPosts } from './present.ts'
import { compileFeedQuery, type PostFilter, buildPostQuery, toViewer } from './queries.ts'
import { changePostValue, createPost, deletePost, setLike } from './service.ts'

export function mountPosts(handle: MountRoute, services: Services): void {
  const { db } = services
  const compiler: Kysely<Tables> = db.global

  type Page = { cursor?: string | undefined; limit: number }
  const ask = (actor: Actor, filter: PostFilter, page: Page) =>
    compileFeedQuery(compiler, toViewer(actor), filter, decodeIdCursor(page.cursor), page.limit)
  const answer = (
    actor: Actor,
    page: Page,
    reply: RouteCall<'posts.list'>['reply'],
    [found]: PostPage[],
  ) => {
    const posts = presentPosts(found ?? { posts: null, people: null, values: null }, actor)
    const shown = posts.slice(0, page.limit)
    reply.cursor(posts.length > page.limit ? (shown.at(-1)?.id ?? null) : null)
    return shown
  }
  const one = async (actor: Actor, id: string) => {
    const [found] = await db.read(
      actor.workspace_id,
      buildPostQuery(toViewer(actor), id).compile(compiler),
    )
    const [post] = presentPosts(found ?? { posts: null, people: null, values: null }, actor)
    return post ?? throwRefusal('not_found')
  }

  handle('posts.list', {
    query: ({ actor, query }) =>
      ask(
        actor,
        {
          value_id: query.value_id,
          user_id: query.user_id,
          direction: 'both',
          search: query.search,
        },
        query,
      ),
    respond: ({ actor, query, reply }, rows) => answer(actor, query, reply, rows),
  })
  handle('profiles.posts', async ({ actor, params, query, reply }) => {
    const { workspace_id: workspaceId } = actor
    const known = await db.read(
      workspaceId,
      compiler
        .selectFrom('users')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', params.id)
        .compile(),
    )
    if (!known.length) throwRefusal('not_found')
    return answer(
      actor,
      query,
      reply,
      await db.read(
        workspaceId,
        ask(
          actor,
          {
            user_id: params.id,
            direction: query.direction,
            value_id: query.value_id,
            add_ons: true,
          },
          query,
        ),
      ),
    )
  })
  handle('posts.csv', async ({ actor, query, at, language }) => {
    await db.tenant(actor.workspace_id, (trx) =>
      audit(trx, actor, 'export.posts', { days: query.days }, at),
    )
    return streamPostsCsv(db, actor, query, at, language)
  })
  handle('posts.get', ({ actor, params }) => one(actor, params.id))
  handle('posts.create', (call) =>
    createPost(services, call.actor, call.body, toIdempotentCall('posts.create', call)),
  )
  handle('posts.update', async ({ actor, params, body, at }) => {
    await changePostValue(services, actor, params.id, body.value_id, at)
    return one(actor, params.id)
  })
  handle('posts.delete', (call) =>
    deletePost(services, call.actor, call.params.id, toIdempotentCall('posts.delete', call)),
  )
  handle('posts.like', ({ actor, params, at }) => setLike(services, actor, params.id, true, at))
  handle('posts.unlike', ({ actor, params, at }) => setLike(services, actor, params.id, false, at))
}
