import type { OutputOf, QueryOf } from '#contract/routes/index.ts'
import type { AwardGift } from '#contract/schemas/awards.ts'
import type { Person } from '#contract/schemas/users.ts'
import { listApprovers } from '#server/modules/award-gifts/approver-queries.ts'
import { loadPeople, requirePerson } from '#server/modules/people/load-people.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { decodeIdCursor } from '#server/platform/http/cursors.ts'
import {
  type DecisionRow,
  findVisibleGift,
  listDecisions,
  listExistingPosts,
  listGiftRows,
  type ReadGiftRow,
} from './gift-queries.ts'

type GiftFacts = {
  people: Map<string, Person>
  approverIds: string[]
  decisions: DecisionRow[]
  posts: Set<string>
}

function presentGift(
  gift: ReadGiftRow,
  { people, approverIds, decisions, posts }: GiftFacts,
  { workspace_id: workspaceId, user_id: readerId }: Actor,
): AwardGift {
  const findPerson = (id: string) => requirePerson(people, id)
  return {
    id: gift.id,
    award: {
      id: gift.award_id,
      name: gift.award_name,
      emoji: gift.award_emoji,
      picture: { url: fileUrl(workspaceId, gift.award_picture_key) },
    },
    giver: findPerson(gift.giver_id),
    receivers: gift.receiver_ids.map(findPerson),
    points: gift.points,
    budget:
      gift.budget_id === null || gift.is_receiver
        ? null
        : { id: gift.budget_id, name: gift.budget_name ?? '' },
    private: gift.private,
    text: gift.text,
    status: gift.status,
    receiver_left: gift.receiver_left,
    decline_reason: gift.giver_id === readerId ? gift.decline_reason || null : null,
    steps_done: gift.step,
    steps: gift.steps.length,
    approvers: approverIds.map(findPerson),
    decisions: decisions.map(({ user_id: userId, delegate_of: delegateOf, ...decision }) => ({
      person: findPerson(userId),
      delegate_of: delegateOf === null ? null : findPerson(delegateOf),
      approved: decision.approved,
      created_at: decision.created_at.toISOString(),
    })),
    can_decide: gift.can_decide,
    post_id: gift.post_id !== null && posts.has(gift.post_id) ? gift.post_id : null,
    created_at: gift.created_at.toISOString(),
    ended_at: gift.ended_at?.toISOString() ?? null,
  }
}

/** Presents gifts. Receivers do not learn who decided. */
async function presentGifts(trx: Trx, actor: Actor, gifts: ReadGiftRow[]): Promise<AwardGift[]> {
  const { workspace_id: workspaceId } = actor
  const ids = gifts.filter((gift) => !gift.is_receiver).map(({ id }) => id)
  const [approvers, decisions, posts] = [
    await listApprovers(trx, workspaceId, ids),
    await listDecisions(trx, workspaceId, ids),
    await listExistingPosts(
      trx,
      workspaceId,
      gifts.flatMap((gift) => gift.post_id ?? []),
    ),
  ]
  const people = await loadPeople(trx, workspaceId, [
    ...gifts.flatMap((gift) => [gift.giver_id, ...gift.receiver_ids]),
    ...approvers.map((approver) => approver.user_id),
    ...decisions.flatMap((decision) => [decision.user_id, decision.delegate_of ?? []].flat()),
  ])
  return gifts.map((gift) =>
    presentGift(
      gift,
      {
        people,
        approverIds: approvers
          .filter(
            ({ gift_id: id, step }) =>
              gift.status === 'pending' && id === gift.id && step === gift.step,
          )
          .map((approver) => approver.user_id),
        decisions: decisions.filter((decision) => decision.gift_id === gift.id),
        posts,
      },
      actor,
    ),
  )
}

/** Returns a gift that the actor sees. Throws not_found. */
export async function loadGift(trx: Trx, actor: Actor, id: string, at: Date): Promise<AwardGift> {
  const row = await findVisibleGift(trx, actor, id, at)
  const [gift] = row ? await presentGifts(trx, actor, [row]) : []
  return gift ?? throwRefusal('not_found')
}

/** Returns a page of gifts, newest first. Throws forbidden for `all` by other people. */
export async function loadGifts(
  trx: Trx,
  actor: Actor,
  { filter, cursor, limit }: QueryOf<'awards.gifts'>,
  at: Date,
): Promise<OutputOf<'awards.gifts'>> {
  if (filter === 'all' && !actor.abilities.has('manage_settings')) throwRefusal('forbidden')
  const before = decodeIdCursor(cursor)
  const rows = await listGiftRows(trx, actor, { filter, before, limit: limit + 1, at })
  const page = rows.slice(0, limit)
  return {
    items: await presentGifts(trx, actor, page),
    next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}
