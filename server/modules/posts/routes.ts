import type { Kysely } from 'kysely'
import { audit } from '#server/platform/audit.ts'
import { decodeIdCursor } from '#server/platform/cursors.ts'
import { fail } from '#server/platform/errors.ts'
import { type Call, type Handle, idempotent } from '#server/platform/http.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/sessions.ts'
import type { Tables } from '#server/platform/schema.ts'
import { postsFile } from './export.ts'
import { type Decorated, presentPosts } from './present.ts'
import { feedQuery, type Filter, onePost, viewerOf } from './queries.ts'
import { changeValue, createPost, deletePost, setLike } from './rules.ts'

export function mountPosts(handle: Handle, services: Services): void {
  const { db } = services
  const compiler: Kysely<Tables> = db.global

  type Page = { cursor?: string | undefined; limit: number }
  const ask = (actor: Actor, filter: Filter, page: Page) =>
    feedQuery(compiler, viewerOf(actor), filter, decodeIdCursor(page.cursor), page.limit)
  const answer = (
    actor: Actor,
    page: Page,
    reply: Call<'posts.list'>['reply'],
    [found]: Decorated[],
  ) => {
    const posts = presentPosts(found ?? { posts: null, people: null, values: null }, actor)
    const shown = posts.slice(0, page.limit)
    reply.cursor(posts.length > page.limit ? (shown.at(-1)?.id ?? null) : null)
    return shown
  }
  const one = async (actor: Actor, id: string) => {
    const [found] = await db.read(
      actor.workspace_id,
      onePost(viewerOf(actor), id).compile(compiler),
    )
    const [post] = presentPosts(found ?? { posts: null, people: null, values: null }, actor)
    return post ?? fail('not_found')
  }

  handle('posts.list', {
    ask: ({ actor, query }) =>
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
    answer: ({ actor, query, reply }, rows) => answer(actor, query, reply, rows),
  })
  handle('profiles.posts', async ({ actor, params, query, reply }) => {
    const { workspace_id } = actor
    const known = await db.read(
      workspace_id,
      compiler
        .selectFrom('users')
        .select('id')
        .where('workspace_id', '=', workspace_id)
        .where('id', '=', params.id)
        .compile(),
    )
    if (!known.length) fail('not_found')
    return answer(
      actor,
      query,
      reply,
      await db.read(
        workspace_id,
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
    return postsFile(db, actor, query, at, language)
  })
  handle('posts.get', ({ actor, params }) => one(actor, params.id))
  handle('posts.create', (call) =>
    createPost(services, call.actor, call.body, idempotent('posts.create', call)),
  )
  handle('posts.update', async ({ actor, params, body, at }) => {
    await changeValue(services, actor, params.id, body.value_id, at)
    return one(actor, params.id)
  })
  handle('posts.delete', (call) =>
    deletePost(services, call.actor, call.params.id, idempotent('posts.delete', call)),
  )
  handle('posts.like', ({ actor, params, at }) => setLike(services, actor, params.id, true, at))
  handle('posts.unlike', ({ actor, params, at }) => setLike(services, actor, params.id, false, at))
}
