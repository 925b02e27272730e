import type { Kysely } from 'kysely'
import { auditDetailsOfGroup } from '#server/modules/memberships/audit-details.ts'
import { selectUserId } from '#server/modules/users/queries.ts'
import { lowestIdAt } from '#server/platform/ids.ts'
import { resolveExportDays, startOfDay } from '#server/platform/periods.ts'
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
import type { Database } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import { streamPostRows } from './export-rows.ts'
import { type PostPage, presentPosts } from './present.ts'
import {
  buildPostQuery,
  buildPostsQuery,
  buildSearchQuery,
  compileFeedQuery,
  type PostFilter,
} from './feed-queries.ts'
import { type GivePointsResult, isOneStatement, toGivingCall } from './create-post.ts'
import { loadPostPicture, uploadPostPicture } from './pictures.ts'
import { announcePost, changePostValue, createPost, deletePost, setLike } from './service.ts'
import { toViewer } from './viewer.ts'

const emptyPage: PostPage = { posts: null, people: null, values: null }
type PageQuery = { cursor?: string | undefined; limit: number }

const compilePageQuery = (
  compiler: Kysely<Tables>,
  actor: Actor,
  filter: PostFilter,
  page: PageQuery,
) => compileFeedQuery(compiler, toViewer(actor), filter, decodeIdCursor(page.cursor), page.limit)

/** Returns the posts of a page and sets the cursor of the next page. */
function presentPage(
  actor: Actor,
  page: PageQuery,
  reply: RouteCall<'posts.list'>['reply'],
  [row]: PostPage[],
) {
  const posts = presentPosts(row ?? emptyPage, actor)
  const items = posts.slice(0, page.limit)
  reply.cursor(posts.length > page.limit ? (items.at(-1)?.id ?? null) : null)
  return items
}

async function loadPost(db: Database, actor: Actor, id: string) {
  const [row] = await db.read(
    actor.workspace_id,
    buildPostQuery(toViewer(actor), id).compile(db.global),
  )
  const [post] = presentPosts(row ?? emptyPage, actor)
  return post ?? throwRefusal('not_found')
}

/** Returns the filter of a list. Throws `out_of_range` for a reversed range of days. */
function toPostFilter({ actor, query }: RouteCall<'posts.list'>): PostFilter {
  const { value_id, user_id, direction, team, group_id, search, from, to } = query
  if (from !== undefined && to !== undefined && from > to)
    throwRefusal('out_of_range', { field: 'to', params: { start: from, finish: to } })
  const lowestIdOf = (day: string | undefined, offset = 0) =>
    day && lowestIdAt(startOfDay(day, actor.timezone, offset).getTime())
  return {
    value_id,
    user_id,
    direction,
    team,
    group_id,
    search,
    first: lowestIdOf(from),
    end: lowestIdOf(to, 1),
  }
}

function mountPostLists(handle: MountRoute, { db }: Services): void {
  const compiler: Kysely<Tables> = db.global
  handle('posts.list', {
    query: (call) => compilePageQuery(compiler, call.actor, toPostFilter(call), call.query),
    respond: ({ actor, query, reply }, rows) => presentPage(actor, query, reply, rows),
    exception: {
      appliesTo: ({ query }) => query.search !== undefined,
      handle: async (call) => {
        const { actor, query, reply } = call
        const viewer = toViewer(actor)
        const filter = toPostFilter(call)
        const search = buildSearchQuery(viewer, filter, decodeIdCursor(query.cursor), query.limit)
        const found = await db.read(actor.workspace_id, search.compile(compiler))
        const ids = found.map(({ id }) => id)
        const rows = await db.read(
          actor.workspace_id,
          buildPostsQuery(viewer, ids).compile(compiler),
        )
        return presentPage(actor, query, reply, rows)
      },
    },
  })
  handle('profiles.posts', async ({ actor, params, query, reply }) => {
    const { workspace_id: workspaceId } = actor
    const users = await db.read(
      workspaceId,
      selectUserId(db.global, workspaceId, params.id).compile(),
    )
    if (!users.length) throwRefusal('not_found')
    const filter: PostFilter = {
      user_id: params.id,
      direction: query.direction,
      value_id: query.value_id,
      add_ons: true,
    }
    const rows = await db.read(workspaceId, compilePageQuery(compiler, actor, filter, query))
    return presentPage(actor, query, reply, rows)
  })
}

export function mountPosts(handle: MountRoute, services: Services): void {
  const { db } = services
  mountPostLists(handle, services)
  handle('posts.csv', async ({ actor, query, at, language }) => {
    const days = resolveExportDays(query, actor.timezone, at)
    const { group_id: groupId } = query
    await db.tenant(actor.workspace_id, async (trx) => {
      const group = await auditDetailsOfGroup(trx, actor.workspace_id, groupId)
      await audit(trx, actor, 'export.posts', { ...days, ...group }, at)
    })
    return streamPostRows(db, actor, { days, groupId }, language)
  })
  handle('posts.upload_picture', ({ actor, file, at }) =>
    uploadPostPicture(services, actor, file, at),
  )
  handle('posts.picture', ({ actor, params }) => loadPostPicture(services, actor, params.id))
  handle('posts.get', ({ actor, params }) => loadPost(db, actor, params.id))
  handle('posts.create', {
    write: (call) => toGivingCall(call.actor, call.body, toIdempotentCall('posts.create', call)),
    finish: ({ actor }, result: GivePointsResult) => announcePost(services, actor, result),
    exception: {
      appliesTo: ({ body }) => !isOneStatement(body),
      handle: (call) =>
        createPost(services, call.actor, call.body, toIdempotentCall('posts.create', call)),
    },
  })
  handle('posts.update', async ({ actor, params, body, at }) => {
    await changePostValue(services, actor, params.id, body.value_id, at)
    return loadPost(db, actor, params.id)
  })
  handle('posts.delete', (call) =>
    deletePost(
      services,
      call.actor,
      { id: call.params.id, points: call.query.points },
      toIdempotentCall('posts.delete', call),
    ),
  )
  handle('posts.like', ({ actor, params, at }) => setLike(services, actor, params.id, true, at))
  handle('posts.unlike', ({ actor, params, at }) => setLike(services, actor, params.id, false, at))
}
