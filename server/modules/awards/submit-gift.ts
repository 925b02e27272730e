import { limits } from '#contract/limits.ts'
import type { BodyOf } from '#contract/routes/index.ts'
import { holdAward } from '#server/ledger/awards.ts'
import { countAccepted } from '#server/modules/award-gifts/approver-queries.ts'
import { type GiftRow, insertGift, findGift } from '#server/modules/award-gifts/queries.ts'
import { findNextTime, requestApproval } from '#server/modules/award-gifts/step.ts'
import { includesAll } from '#server/modules/budgets/queries.ts'
import { renewEndedBudgets } from '#server/modules/budgets/renew.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { findPeriod, toLocalDay } from '#server/platform/periods.ts'
import type { GiftChange } from './events.ts'
import { giveAward } from './give-award.ts'
import {
  type AwardRow,
  countGiftsOfYear,
  countPendingGifts,
  findAward,
  listGivableAwards,
} from './queries.ts'

type GiftInput = BodyOf<'awards.give'>

/** Returns an award that the actor may give, locked. Throws award_unavailable. */
async function requireGivableAward(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: Actor,
  id: string,
  today: string,
): Promise<AwardRow> {
  const award = await findAward(trx, workspaceId, id, 'lock')
  const isGivable =
    award?.archived_at === null &&
    (await listGivableAwards(trx, workspaceId, userId, [award], today)).has(id)
  return isGivable ? award : throwRefusal('award_unavailable', { field: 'award_id' })
}

/** Throws an error unless these people may get an award now. */
async function assertReceivers(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId, timezone }: Actor,
  award: AwardRow,
  userIds: string[],
  at: Date,
): Promise<void> {
  const field = 'to_ids'
  if (userIds.includes(userId)) throwRefusal('self_recognition', { field })
  if ((await countAccepted(trx, workspaceId, userIds)) < userIds.length)
    throwRefusal('user_not_found', { field })
  const today = toLocalDay(at, timezone)
  if (!(await includesAll(trx, workspaceId, award.receivers, { userIds, today })))
    throwRefusal('award_receivers', { field })
  if (award.yearly_max === null) return
  const year = findPeriod(at, 'year', timezone)
  const count = await countGiftsOfYear(trx, workspaceId, { awardId: award.id, userIds, year })
  if (count >= award.yearly_max)
    throwRefusal('award_yearly', { field, params: { finish: award.yearly_max } })
}

type Submission = { giftId: string; award: AwardRow; steps: GiftRow['steps']; userIds: string[] }

/** Inserts a gift that awaits its first approval, and holds its points. */
async function insertPendingGift(
  trx: Trx,
  { workspace_id: workspaceId, user_id: giverId }: Actor,
  { giftId, award, steps, userIds }: Submission,
  { points, text }: GiftInput,
  at: Date,
): Promise<GiftChange> {
  if ((await countPendingGifts(trx, workspaceId, giverId)) >= limits.award_open_gifts_max)
    throwRefusal('award_gifts_full', { params: { finish: limits.award_open_gifts_max } })
  const start = { step_at: at, created_at: at }
  const untold = { reminded_at: null, escalated_at: null, asked_at: null }
  await insertGift(
    trx,
    {
      ...start,
      workspace_id: workspaceId,
      id: giftId,
      award_id: award.id,
      giver_id: giverId,
      points,
      text,
      private: award.private,
      status: 'pending',
      steps: JSON.stringify(steps),
      next_at: findNextTime({ ...start, ...untold }),
      budget_id: award.budget_id,
    },
    userIds,
  )
  if (award.budget_id !== null)
    await holdAward(trx, {
      workspaceId,
      giftId,
      actorId: giverId,
      at,
      budgetId: award.budget_id,
      points: points * userIds.length,
    })
  const gift = await findGift(trx, workspaceId, giftId, 'lock')
  if (!gift) throw new Error('gift missing')
  const { approverIds, inboxes } = await requestApproval(trx, workspaceId, gift, at)
  if (!approverIds.length) throwRefusal('award_no_approver')
  return { inboxes, hasMovedPoints: award.budget_id !== null, post: null }
}

/** Inserts a gift without an approval and gives it. */
async function giveAtOnce(
  trx: Trx,
  { workspace_id: workspaceId, user_id: giverId, timezone }: Actor,
  { giftId, award, userIds }: Submission,
  { points, text }: GiftInput,
  at: Date,
): Promise<GiftChange> {
  const gift = {
    id: giftId,
    award_id: award.id,
    giver_id: giverId,
    points,
    text,
    private: award.private,
    budget_id: award.budget_id,
  }
  const context = { workspaceId, timezone, at }
  const given = { ...gift, award_name: award.name, receiver_ids: userIds, steps: [] }
  const post = await giveAward(trx, context, given)
  await insertGift(
    trx,
    {
      ...gift,
      workspace_id: workspaceId,
      status: 'approved',
      steps: '[]',
      step_at: at,
      post_id: post.id,
      created_at: at,
      ended_at: at,
    },
    userIds,
  )
  return { inboxes: [], hasMovedPoints: true, post }
}

/**
 * Gives an award, or submits it for approval if steps apply to its points. The award stays locked,
 * so that two submissions cannot both reach the last gift of a year. Throws the codes of
 * `awards.give`.
 */
export async function submitGift(
  trx: Trx,
  actor: Actor,
  input: GiftInput,
  at: Date,
): Promise<{ id: string; change: GiftChange }> {
  const { workspace_id: workspaceId, timezone } = actor
  const ended = await renewEndedBudgets(trx, workspaceId, at)
  const award = await requireGivableAward(trx, actor, input.award_id, toLocalDay(at, timezone))
  const { points_min: start, points_max: finish } = award
  if (input.points < start || input.points > finish)
    throwRefusal('out_of_range', { field: 'points', params: { start, finish } })
  const userIds = [...new Set(input.to_ids)]
  await assertReceivers(trx, actor, award, userIds, at)
  const steps = award.steps.filter((step) => step.from_points <= input.points)
  const submission = { giftId: newId(at), award, steps, userIds }
  const change = await (steps.length ? insertPendingGift : giveAtOnce)(
    trx,
    actor,
    submission,
    input,
    at,
  )
  return {
    id: submission.giftId,
    change: { ...change, inboxes: [...ended, ...change.inboxes] },
  }
}
