import { guessValue } from '#contract/guess-value.ts'
import { limits } from '#contract/limits.ts'
import type { Allowance } from '#contract/schemas/allowance-rules.ts'
import type { Language } from '#contract/schemas/common.ts'
import {
  addOnInput,
  type CreatedPost,
  type PostCreate,
  postCreate,
} from '#contract/schemas/posts.ts'
import type { Person } from '#contract/schemas/users.ts'
import type { Value } from '#contract/schemas/values.ts'
import { presentAllowance } from '#server/modules/allowances/present.ts'
import { findUserLimits } from '#server/modules/allowances/queries.ts'
import { addPointsToPost } from '#server/modules/comments/service.ts'
import { createPost, setLike } from '#server/modules/posts/service.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import { presentValue } from '#server/modules/values/present.ts'
import { listValues } from '#server/modules/values/queries.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { throwRefusal, toRefusal } from '#server/platform/errors.ts'
import { type IdempotentCall, requestHash } from '#server/platform/http/idempotency.ts'
import { parseInput } from '#server/platform/http/validation.ts'
import { translateError } from '#server/platform/i18n/messages.ts'
import { findPeriod } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { DraftContent } from './drafts.ts'

/** Throws the refusals of a request of the API: the team must be active. */
export function assertActive(actor: Actor): void {
  if (!actor.billing_active) throwRefusal('billing_inactive')
}

/** The idempotency of an act in a chat: `key` is made of the ids of the chat's request. */
export const toIdempotentCall = (
  { workspace_id: workspaceId, user_id: userId }: Actor,
  key: string,
  name: string,
  input: unknown,
  at: Date,
): IdempotentCall => ({
  workspace_id: workspaceId,
  user_id: userId,
  key: key.slice(0, limits.idempotency_key_chars_max),
  hash: requestHash(name, null, input),
  at,
})

/** What a preview or a form of thanks shows: the values, the allowance, and the guess. */
export type ThanksContext = {
  values: Value[]
  allowance: Allowance
  people: Person[]
  /** The value of the draft, chosen, guessed, or the only one; null asks for one. */
  value: Value | null
  /** The score of the draft, or the default as far as the allowance permits. */
  score: number
}

export async function loadThanksContext(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  content: Pick<DraftContent, 'recipient_ids' | 'score' | 'value_id' | 'text'>,
  at: Date,
): Promise<ThanksContext> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const period = findPeriod(at, actor.limit_period, actor.timezone)
  return db.readSnapshot(workspaceId, async (trx) => {
    const values = (await listValues(trx, workspaceId)).map(presentValue)
    const allowance = presentAllowance(
      await findUserLimits(trx, workspaceId, userId, period.start),
      period.end,
    )
    const people = await loadPeople(trx, workspaceId, content.recipient_ids)
    const value =
      values.find(({ id }) => id === content.value_id) ??
      guessValue(content.text, values)?.value ??
      (values.length === 1 ? values[0] : undefined)
    const bound = Math.min(
      limits.score_default,
      allowance.limit_per_post ?? limits.score_default,
      allowance.score_remaining ?? limits.score_default,
    )
    return {
      values,
      allowance,
      people: content.recipient_ids.flatMap((id) => people.get(id) ?? []),
      value: value ?? null,
      score: content.score ?? Math.max(bound, 1),
    }
  })
}

/** Thanks as a form or a preview of a chat has them. */
export type ThanksInput = {
  recipientIds: string[]
  valueId: string | null
  score: number
  text: string
  isPrivate: boolean
}

/** Returns the input of `posts.create`. Throws its refusals that need no database. */
export const parseThanksInput = (thanks: ThanksInput): PostCreate =>
  parseInput(postCreate, {
    to_id: thanks.recipientIds,
    ...(thanks.valueId === null ? {} : { value_id: thanks.valueId }),
    score: thanks.score,
    description: thanks.text,
    private: thanks.isPrivate,
  })

/**
 * Sends thanks as the actor. `key` names the request: a repeated one returns the first post. Throws
 * the refusals of `posts.create`.
 */
export function sendThanks(
  services: Services,
  actor: Actor,
  thanks: ThanksInput,
  key: string,
  at: Date,
): Promise<CreatedPost> {
  assertActive(actor)
  const input = parseThanksInput(thanks)
  return createPost(services, actor, input, toIdempotentCall(actor, key, 'posts.create', input, at))
}

/** Adds points to a post as the actor. Throws the refusals of `posts.add_on`. */
export async function addPoints(
  services: Services,
  actor: Actor,
  postId: string,
  { score, text }: { score: number; text: string },
  key: string,
  at: Date,
): Promise<void> {
  assertActive(actor)
  const input = parseInput(addOnInput, { score, text })
  const call = toIdempotentCall(actor, key, 'posts.add_on', { postId, ...input }, at)
  await addPointsToPost(services, actor, postId, input, call)
}

/** Likes a post as the actor. Idempotent. Throws the refusals of `posts.like`. */
export async function likePost(
  services: Services,
  actor: Actor,
  postId: string,
  at: Date,
): Promise<void> {
  assertActive(actor)
  await setLike(services, actor, postId, true, at)
}

/** A refused request: the texts for people, with the field each belongs to. */
export type RefusalText = { code: string; field: string | undefined; text: string }

/** Returns the texts of an error in the language of the reader. Faults become `unknown`. */
export function describeRefusal(error: unknown, language: Language): RefusalText[] {
  const refusal = toRefusal(error)
  if (!refusal)
    return [{ code: 'unknown', field: undefined, text: translateError(language, 'unknown', {}) }]
  return refusal.list.map(({ code, field, params }) => ({
    code,
    field,
    text: translateError(language, code, params ?? {}),
  }))
}
