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

/** What has just been made: nobody has answered it. */
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
/**
 * A post of its own, or (with a parent) an add-on, whose recipients, value and privacy are its
 * parent's.
 */
export type GivePointsInput = { score: number; description: string } & (
  | { to_id: string[]; value_id: string; private: boolean }
  | { parent_id: string }
)

const postCreateSql =
  'select post_create($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,false,$15,$16) as answer'

/**
 * Gives points in one round trip: the SQL function post_create checks the rules, takes the
 * allowance, credits every recipient and keeps the rollups, all or nothing. Refuses with the codes
 * of `posts.create`, and of `posts.add_on`.
 */
export async function givePoints(
  db: Database,
  actor: Actor,
  giving: GivePointsInput,
  call: IdempotentCall,
): Promise<GivePointsResult> {
  const { at } = call
  const parent = 'parent_id' in giving ? giving.parent_id : null
  const own = 'parent_id' in giving ? { to_id: [], value_id: null, private: false } : giving
  const [row] = await db.call<{ answer: GivePointsResult }>('post_create', postCreateSql, [
    actor.workspace_id,
    newId(at),
    newId(at),
    actor.user_id,
    own.to_id,
    own.value_id,
    giving.score,
    giving.description,
    own.private,
    at,
    findPeriod(at, actor.limit_period, actor.timezone).start,
    toLocalDay(at, actor.timezone),
    call.key,
    call.key === null ? null : call.hash,
    parent,
    toViewer(actor).see_all,
  ])
  if (!row) throw new Error('post_create answered nothing')
  return row.answer
}
