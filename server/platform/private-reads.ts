import type { RouteName } from '#contract/routes.ts'
import { audit } from './audit.ts'
import type { Whom } from './context.ts'
import type { Trx } from './database.ts'
import type { Services } from './services.ts'

type Reader = Whom & { workspace_id: string }
type Answered = { name: RouteName; params: unknown; result: unknown }
type SomePost = { id: string; private: boolean }

/** Calls that answer posts. */
const posts: ReadonlySet<RouteName> = new Set(['posts.list', 'profiles.posts', 'posts.get'])
/** Calls that answer what stands under one post. */
const parts: ReadonlySet<RouteName> = new Set(['posts.comments', 'posts.reactors'])

/** The private posts of an answer. An export holds them all, so it names none. */
async function privatePostsIn(
  trx: Trx,
  workspace_id: string,
  { name, params, result }: Answered,
): Promise<string[] | 'all'> {
  if (name === 'posts.csv') return 'all'
  if (posts.has(name))
    return [result]
      .flat()
      .flatMap((post) => ((post as SomePost).private ? [(post as SomePost).id] : []))
  if (!parts.has(name)) return []
  const { id } = params as { id: string }
  const post = await trx
    .selectFrom('posts')
    .select('private')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return post?.private ? [id] : []
}

/**
 * Writes down that an operator in somebody's place reads private posts, before they are answered:
 * once for each session, with the ids of the first answer that holds any.
 */
export async function recordPrivateRead(
  { db }: Pick<Services, 'db'>,
  reader: Reader,
  answered: Answered,
  at: Date,
): Promise<void> {
  const { name } = answered
  const { workspace_id, session_id, user_id = null, kind } = reader
  if (session_id === undefined || (name !== 'posts.csv' && !posts.has(name) && !parts.has(name)))
    return
  await db.tenant(workspace_id, async (trx) => {
    const found = await privatePostsIn(trx, workspace_id, answered)
    if (found.length === 0) return
    const first = await trx
      .updateTable('sessions')
      .set({ private_read_at: at })
      .where('id', '=', session_id)
      .where('private_read_at', 'is', null)
      .executeTakeFirst()
    if (first.numUpdatedRows !== 1n) return
    const details = { call: name, ...(found === 'all' ? {} : { post_ids: found }) }
    await audit(
      trx,
      { workspace_id, user_id, kind, session_id },
      'impersonation.read_private',
      details,
      at,
    )
  })
}
