import {
  type PostEffect,
  type Recognition,
  recognize,
  toRecognitionCall,
} from '#server/ledger/recognition.ts'
import { authorizeGiving } from '#server/modules/budgets/authorize-giving.ts'
import type { PersonRow } from '#server/modules/people/queries.ts'
import type { ValueRow } from '#server/modules/values/present.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { FunctionCall } from '#server/platform/database/statements.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { findStoredResponse, type IdempotentCall } from '#server/platform/http/idempotency.ts'
import { newId } from '#server/platform/ids.ts'
import { toLocalDay, findPeriod } from '#server/platform/periods.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { PostRef } from './events.ts'
import type { PostRow } from './present.ts'
import { resolveRecipients } from './resolve-recipients.ts'
import { toViewer } from './viewer.ts'

/** A new post, without the counters of replies. */
type CreatedPost = { from_id: string } & Pick<
  PostRow,
  | 'id'
  | 'to_ids'
  | 'value_id'
  | 'score'
  | 'description'
  | 'private'
  | 'like_count'
  | 'liked'
  | 'created_at'
  | 'picture'
>
export type GivePointsResult = {
  post: CreatedPost
  /** Posts and add-ons of the sender, with this one. */
  given_posts: number
  people: PersonRow[]
  value: ValueRow
  parent?: PostRef
}
type RootPostInput = {
  score: number
  description: string
  to_id: string[]
  value_id: string
  private: boolean
  picture?: { id: string; alt: string } | undefined
  budget_id?: string | undefined
  group_ids?: string[] | undefined
}
/** A root post or, with `parent_id`, an add-on with the parent's recipients, value and privacy. */
export type GivePointsInput =
  | RootPostInput
  | { score: number; description: string; parent_id: string }

/** Mails and inbox items of the recipients, and deliveries to webhooks. */
export const postEffects: readonly PostEffect[] = [
  'enqueue_post_mails',
  'enqueue_post_webhooks',
  'add_post_to_inboxes',
]

/** Returns whether one statement creates a root post. Budgets and groups are read before. */
export const isOneStatement = (input: RootPostInput): boolean =>
  input.budget_id === undefined && !input.group_ids?.length

/** Returns what an input gives. Throws user_not_found without recipients. */
function toRecognition(actor: Actor, input: GivePointsInput, call: IdempotentCall): Recognition {
  const { at } = call
  const parent = 'parent_id' in input ? input.parent_id : null
  const root =
    'parent_id' in input
      ? { to_id: [], value_id: null, private: false, picture: undefined, budget_id: undefined }
      : input
  if (!('parent_id' in input) && !input.to_id.length && !input.group_ids?.length)
    throwRefusal('user_not_found', { field: 'to_id' })
  return {
    workspaceId: actor.workspace_id,
    postId: newId(at),
    senderId: actor.user_id,
    recipientIds: root.to_id,
    valueId: root.value_id,
    points: input.score,
    description: input.description,
    isPrivate: root.private,
    at,
    periodStart: findPeriod(at, actor.limit_period, actor.timezone).start,
    day: toLocalDay(at, actor.timezone),
    parentId: parent,
    picture: root.picture ?? null,
    budgetId: root.budget_id ?? null,
    seesPrivatePosts: toViewer(actor).seesPrivatePosts,
    idempotency: call.key === null ? null : { key: call.key, hash: call.hash },
  }
}

/** Returns the statement that creates a root post (`isOneStatement`). Throws user_not_found. */
export const toGivingCall = (
  actor: Actor,
  input: RootPostInput,
  call: IdempotentCall,
): FunctionCall => toRecognitionCall(toRecognition(actor, input, call), postEffects)

/**
 * Gives points for a root post or an add-on, and writes the recipients' mails, their inbox items
 * and the deliveries to webhooks in the same transaction. A budget pays for a root post with
 * `budget_id`. Throws the codes of `posts.create` and `posts.add_on`.
 */
export async function givePoints(
  db: Database,
  actor: Actor,
  input: GivePointsInput,
  call: IdempotentCall,
): Promise<GivePointsResult> {
  const recognition = toRecognition(actor, input, call)
  if ('parent_id' in input || isOneStatement(input))
    return recognize<GivePointsResult>(db, recognition, postEffects)
  return db.tenant(actor.workspace_id, async (trx) => {
    // A repeated request gets its first answer, whatever became of the budget and the groups.
    if (await findStoredResponse(trx, call))
      return recognize<GivePointsResult>(trx, recognition, postEffects)
    const recipientIds = await resolveRecipients(trx, actor, input)
    if (input.budget_id !== undefined)
      await authorizeGiving(trx, actor, { budgetId: input.budget_id, recipientIds }, call.at)
    return recognize<GivePointsResult>(trx, { ...recognition, recipientIds }, postEffects)
  })
}
