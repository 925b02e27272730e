import type { PersonRow } from '#server/modules/users/present.ts'
import type { ValueRow } from '#server/modules/values/present.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { IdempotentCall } from '#server/platform/http/idempotency.ts'
import { newId } from '#server/platform/ids.ts'
import { toLocalDay, findPeriod } from '#server/platform/periods.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { PostRef } from './events.ts'
import type { PostRow } from './present.ts'
import { toViewer } from './queries.ts'

/** A new post, without the counters of replies. */
type CreatedPost = Pick<
  PostRow,
  | 'id'
  | 'from_id'
  | 'to_ids'
  | 'value_id'
  | 'score'
  | 'description'
  | 'private'
  | 'like_count'
  | 'liked'
  | 'created_at'
>
type GivePointsResult = {
  post: CreatedPost
  people: PersonRow[]
  value: ValueRow
  parent?: PostRef
}
/** A root post or, with `parent_id`, an add-on with the parent's recipients, value and privacy. */
export type GivePointsInput = { score: number; description: string } & (
  | { to_id: string[]; value_id: string; private: boolean }
  | { parent_id: string }
)

const postCreateSql =
  'select post_create($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,false,$15,$16) as answer'

/**
 * Gives points in one round trip: the SQL function `post_create` checks the rules, charges the
 * allowance, credits the recipients and updates the rollups. Throws the codes of `posts.create` and
 * `posts.add_on`.
 */
export async function givePoints(
  db: Database,
  actor: Actor,
  input: GivePointsInput,
  call: IdempotentCall,
): Promise<GivePointsResult> {
  const { at } = call
  const parent = 'parent_id' in input ? input.parent_id : null
  const root = 'parent_id' in input ? { to_id: [], value_id: null, private: false } : input
  const [row] = await db.call<{ answer: GivePointsResult }>('post_create', postCreateSql, [
    actor.workspace_id,
    newId(at),
    newId(at),
    actor.user_id,
    root.to_id,
    root.value_id,
    input.score,
    input.description,
    root.private,
    at,
    findPeriod(at, actor.limit_period, actor.timezone).start,
    toLocalDay(at, actor.timezone),
    call.key,
    call.key === null ? null : call.hash,
    parent,
    toViewer(actor).seesPrivatePosts,
  ])
  if (!row) throw new Error('post_create returned no row')
  return row.answer
}
