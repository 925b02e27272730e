import type { RouteName } from '#contract/routes/index.ts'
import { audit } from './audit-log.ts'
import type { Principal } from '#server/platform/request-context.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'

type ImpersonatingReader = Principal & { workspace_id: string }
type AnsweredCall = { name: RouteName; params: unknown; result: unknown }
type PostVisibility = { id: string; private: boolean }

/** Routes that return posts. */
const postRoutes: ReadonlySet<RouteName> = new Set(['posts.list', 'profiles.posts', 'posts.get'])
/** Routes that return comments, reactions or the picture of one post. */
const postDetailRoutes: ReadonlySet<RouteName> = new Set([
  'posts.comments',
  'posts.reactors',
  'posts.picture',
])

/** Returns the private posts of an answer. An export contains all of them, so it lists none. */
async function findPrivatePosts(
  trx: Trx,
  workspaceId: string,
  { name, params, result }: AnsweredCall,
): Promise<string[] | 'all'> {
  if (name === 'posts.csv') return 'all'
  if (postRoutes.has(name))
    return [result]
      .flat()
      .flatMap((post) => ((post as PostVisibility).private ? [(post as PostVisibility).id] : []))
  if (!postDetailRoutes.has(name)) return []
  const { id } = params as { id: string }
  const post = await trx
    .selectFrom('posts')
    .select('private')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return post?.private ? [id] : []
}

/**
 * Records that an impersonating operator reads private posts, before they are sent: once for each
 * session, with the ids of the first answer that contains any.
 */
export async function recordPrivatePostRead(
  { db }: Pick<Services, 'db'>,
  reader: ImpersonatingReader,
  answered: AnsweredCall,
  at: Date,
): Promise<void> {
  const { name } = answered
  const { workspace_id: workspaceId, session_id: sessionId, user_id: userId = null, kind } = reader
  if (
    sessionId === undefined ||
    (name !== 'posts.csv' && !postRoutes.has(name) && !postDetailRoutes.has(name))
  )
    return
  await db.tenant(workspaceId, async (trx) => {
    const found = await findPrivatePosts(trx, workspaceId, answered)
    if (found.length === 0) return
    const first = await trx
      .updateTable('sessions')
      .set({ private_read_at: at })
      .where('id', '=', sessionId)
      .where('private_read_at', 'is', null)
      .executeTakeFirst()
    if (first.numUpdatedRows !== 1n) return
    const details = { call: name, ...(found === 'all' ? {} : { post_ids: found }) }
    await audit(
      trx,
      { workspace_id: workspaceId, user_id: userId, kind, session_id: sessionId },
      'impersonation.read_private',
      details,
      at,
    )
  })
}
