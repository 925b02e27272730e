import { sql } from 'kysely'
import { callFunction } from '#server/platform/database/call-function.ts'
import type { Database, Trx } from '#server/platform/database/database.ts'
import type { FunctionCall } from '#server/platform/database/statements.ts'
import type { Occasion } from '#contract/schemas/occasions.ts'
import { newId } from '#server/platform/ids.ts'

/**
 * An SQL function that writes what follows from a new post, such as its mails. post_create runs it,
 * unless the request is replayed.
 */
export type PostEffect = 'add_post_to_inboxes' | 'enqueue_post_mails' | 'enqueue_post_webhooks'

/** Points from one sender to one or more recipients, with their post. */
export type Recognition = {
  workspaceId: string
  postId: string
  senderId: string
  /** Empty for an add-on, which has the recipients of its parent. */
  recipientIds: string[]
  /** Null for an add-on, which has the value of its parent. */
  valueId: string | null
  /** Points for each recipient. */
  points: number
  description: string
  isPrivate: boolean
  at: Date
  /** Start of the sender's allowance period. */
  periodStart: Date
  /** Day of the recognition in the workspace's timezone, as 'YYYY-MM-DD'. */
  day: string
  /** The post that an add-on belongs to. */
  parentId?: string | null
  /** Whether the sender sees private posts of others, which decides about add-ons to them. */
  seesPrivatePosts?: boolean
  /** The Idempotency-Key of the request and the hash of its body. */
  idempotency?: { key: string; hash: Buffer } | null
  isDemo?: boolean
  /** The budget that pays; null: the allowance of the sender. */
  budgetId?: string | null
  /** A picture of the sender that no post has, with its description for screen readers. */
  picture?: { id: string; alt: string } | null
}

/**
 * Returns the call of the SQL function that creates a post and moves its points from the workspace
 * to the recipients' wallets. It checks the rules, charges the allowance, writes post, entries and
 * rollups, and returns what the response needs. `effects` run in the same transaction.
 */
export function toRecognitionCall(
  recognition: Recognition,
  effects: readonly PostEffect[],
): FunctionCall {
  const { at, idempotency } = recognition
  const values = [
    recognition.workspaceId,
    recognition.postId,
    newId(at),
    recognition.senderId,
    recognition.recipientIds,
    recognition.valueId,
    recognition.points,
    recognition.description,
    recognition.isPrivate,
    at,
    recognition.periodStart,
    recognition.day,
    idempotency?.key ?? null,
    idempotency?.hash ?? null,
    recognition.isDemo ?? false,
    recognition.parentId ?? null,
    recognition.seesPrivatePosts ?? false,
    recognition.picture?.id ?? null,
    recognition.picture?.alt ?? '',
    effects,
    recognition.budgetId ?? null,
  ]
  return { name: 'post_create', values }
}

/**
 * Creates a post and moves its points (`toRecognitionCall`) in one round trip. A Database commits at
 * once; a Trx joins the caller's transaction. Throws the codes of `posts.create` and `posts.add_on`.
 */
export const recognize = <Answer>(
  db: Database | Trx,
  recognition: Recognition,
  effects: readonly PostEffect[] = [],
): Promise<Answer> => callFunction<Answer>(db, toRecognitionCall(recognition, effects))

/** Points from the workspace itself to one or more recipients, with a post for an occasion. */
export type CompanyRecognition = Pick<
  Recognition,
  | 'workspaceId'
  | 'postId'
  | 'recipientIds'
  | 'description'
  | 'isPrivate'
  | 'at'
  | 'day'
  | 'isDemo'
  | 'budgetId'
> & {
  occasion: Occasion
  valueId: string
  /** Points for each recipient; 0 writes a post without points. */
  points: number
  /** People who see a private post beside its recipients. */
  readerIds: readonly string[]
  /** The account that pays: issued points, the budget, or points held for an award. */
  source: 'issued' | 'budget' | 'held'
}

/** Celebrations are a movement of their own; awards and nominations share one. */
const movementType = ({ kind }: Occasion): 'celebration' | 'award' =>
  kind === 'award' || kind === 'nomination' ? 'award' : 'celebration'

/**
 * Creates a post by the workspace and moves its points to the recipients' wallets, in the caller's
 * transaction. `effects` run in the same transaction. Throws user_not_found for a recipient who is
 * not accepted, budget_overdrawn and budget_unavailable.
 */
export async function recognizeAsCompany(
  trx: Trx,
  recognition: CompanyRecognition,
  effects: readonly PostEffect[] = [],
): Promise<void> {
  const { workspaceId, postId, occasion, at } = recognition
  await sql`select company_post_create(${workspaceId}, ${postId}, ${newId(at)},
    ${movementType(occasion)}, ${JSON.stringify(occasion)}::jsonb,
    ${recognition.recipientIds}::uuid[], ${recognition.valueId}, ${recognition.points},
    ${recognition.description}, ${recognition.isPrivate}, ${recognition.readerIds}::uuid[], ${at},
    ${recognition.day}::date, ${recognition.isDemo ?? false}, ${recognition.source},
    ${recognition.budgetId ?? null}, ${effects}::text[])`.execute(trx)
}

/**
 * Reverses the points of deleted posts: takes them back from the recipients' wallets, even below
 * zero. The points recovered from positive balances return to the senders' allowance of the period,
 * or to the budget that paid; older posts return nothing. Returns the points that each post gave
 * back, in the order of `postIds`.
 */
export async function reverse(
  trx: Trx,
  {
    workspaceId,
    postIds,
    actorId,
    at,
    period,
  }: {
    workspaceId: string
    postIds: string[]
    actorId: string
    at: Date
    period: { start: Date; end: Date }
  },
): Promise<number[]> {
  const newIds = () => postIds.map(() => newId(at))
  const { rows } = await sql<{ returned: number[] }>`
    select returned::float8[] as returned from posts_reverse(${workspaceId}, ${postIds}::uuid[], ${newIds()}::uuid[], ${newIds()}::uuid[], ${actorId},
      ${at}, ${period.start}, ${period.end}) as returned`.execute(trx)
  return rows[0]?.returned ?? []
}
